// Stands in for a trainer: each rank asks one of the servers, whose addresses are its word.
const urls = process.argv[2].split(',');
const { RANK, WORLD_SIZE } = process.env;
const url = urls[Number(RANK) % urls.length];
const answer = await fetch(`${url}/generate`);
console.log(`rank ${RANK} of ${WORLD_SIZE} asked ${url}: ${await answer.text()}`);
