// Stands in for a server of one kind: it says what it is, and which side channel it has.
import { createServer } from 'node:http';

const { RANKPLAN_ROLE, RANKPLAN_REPLICA, SIDE_CHANNEL = 'none' } = process.env;
createServer((_request, answer) => {
  answer.end(`${RANKPLAN_ROLE} ${RANKPLAN_REPLICA}, side channel ${SIDE_CHANNEL}`);
}).listen(Number(process.argv[2]));
