// Stands in for a server that generates: a while after its start it answers /health, and any other path with its name.
import { createServer } from 'node:http';

const { RANKPLAN_ROLE, RANKPLAN_REPLICA, RANK = 'no rank' } = process.env;
const LOADING_MS = 300;
let isLoaded = false;
setTimeout(() => {
  isLoaded = true;
}, LOADING_MS);
createServer((request, answer) => {
  answer.statusCode = isLoaded ? 200 : 503;
  answer.end(request.url === '/health' ? '' : `${RANKPLAN_ROLE} ${RANKPLAN_REPLICA}, ${RANK}`);
}).listen(Number(process.argv[2]));
