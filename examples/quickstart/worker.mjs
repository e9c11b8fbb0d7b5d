// A training script in miniature, without Python: it meets the other ranks at MASTER_ADDR:MASTER_PORT and sums a vector
// over all of them (an all-reduce over TCP, rank 0 in the middle). It has no line for rankplan: like any
// torch.distributed program it reads RANK, WORLD_SIZE, MASTER_ADDR and MASTER_PORT.
import { connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const rank = Number(process.env.RANK);
const worldSize = Number(process.env.WORLD_SIZE);
const address = process.env.MASTER_ADDR;
const port = Number(process.env.MASTER_PORT);
const TIMEOUT_MS = 30_000;

const deadline = setTimeout(() => {
  console.error(`rank ${rank} waited ${TIMEOUT_MS / 1000} s for the others at ${address}:${port}`);
  process.exit(1);
}, TIMEOUT_MS);

// Rank r brings [r + 1, (r + 1)²], so that the sum proves that every rank took part exactly once.
const mine = [rank + 1, (rank + 1) ** 2];
const sum = rank === 0 ? await reduceAsRoot(mine) : await reduceAsPeer(mine);
clearTimeout(deadline);

const expected = [0, 0];
for (let r = 1; r <= worldSize; r++) {
  expected[0] += r;
  expected[1] += r * r;
}
if (sum[0] !== expected[0] || sum[1] !== expected[1]) {
  console.error(`rank ${rank}: the all-reduce gave ${sum}, not ${expected}`);
  process.exit(1);
}
const { LOCAL_RANK, RANKPLAN_NODE = '?', RANKPLAN_GPU = '', CUDA_VISIBLE_DEVICES = '' } = process.env;
const device = RANKPLAN_GPU === '' ? 'CPU' : `GPU ${RANKPLAN_GPU} (visible: ${CUDA_VISIBLE_DEVICES})`;
console.log(
  `rank ${rank} of ${worldSize} on ${RANKPLAN_NODE}, local rank ${LOCAL_RANK}, ${device}: all-reduce = [${sum}]`,
);

/** Rank 0 listens, gathers a line of JSON from each peer, and sends the sum to all. */
function reduceAsRoot(vector) {
  return new Promise((resolve, reject) => {
    const peers = [];
    const total = [...vector];
    const finish = () => {
      for (const peer of peers) peer.end(`${JSON.stringify(total)}\n`);
      server.close();
      resolve(total);
    };
    const server = createServer(async (socket) => {
      const theirs = await readLine(socket);
      theirs.forEach((value, i) => {
        total[i] += value;
      });
      peers.push(socket);
      if (peers.length === worldSize - 1) finish();
    });
    server.on('error', reject);
    server.listen(port, () => worldSize === 1 && finish());
  });
}

/** A peer may be there before rank 0: it tries again until the deadline. */
async function reduceAsPeer(vector) {
  for (;;) {
    try {
      return await new Promise((resolve, reject) => {
        const socket = connect(port, address, () => socket.write(`${JSON.stringify(vector)}\n`));
        socket.on('error', reject);
        readLine(socket).then(resolve, reject);
      });
    } catch (error) {
      if (error.code !== 'ECONNREFUSED') throw error;
      await sleep(20);
    }
  }
}

function readLine(socket) {
  return new Promise((resolve, reject) => {
    let text = '';
    socket.setEncoding('utf8');
    socket.on('data', (piece) => {
      text += piece;
      if (text.endsWith('\n')) resolve(JSON.parse(text));
    });
    socket.on('error', reject);
    socket.on('end', () => reject(new Error('the connection closed early')));
  });
}
