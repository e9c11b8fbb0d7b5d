// Stands in for a router, and asks each worker once.
const words = process.argv.slice(2);
for (let i = 0; i < words.length; i += 2) {
  const answer = await fetch(words[i + 1]);
  console.log(`${words[i]} ${words[i + 1]}: ${await answer.text()}`);
}
