// Twice as many threads of Node as it is called with ask the addon at the same time; half of them are ended while they wait for answers.
const { Worker, isMainThread, parentPort, workerData } = require('node:worker_threads');

const QUESTIONS = 20;

if (isMainThread) main();
else ask();

async function main() {
  const [, , addon, library, threads] = process.argv;
  const each = { length: Number(threads) };
  const start = () => new Worker(__filename, { workerData: { addon, library } });
  const answered = Array.from(each, start).map(
    (worker) =>
      new Promise((resolve, reject) => {
        let answers = 0;
        worker.on('message', (kind) => {
          if (kind === 'found') answers++;
        });
        worker.on('error', reject);
        worker.on('exit', () => resolve(answers));
      }),
  );
  const ended = Array.from(each, start).map(
    (worker) =>
      new Promise((resolve, reject) => {
        worker.once('message', () => worker.terminate());
        worker.on('error', reject);
        worker.on('exit', () => resolve(1));
      }),
  );
  const total = (await Promise.all(answered)).reduce((sum, count) => sum + count, 0);
  const gone = (await Promise.all(ended)).reduce((sum, count) => sum + count, 0);
  console.log(`${threads} threads answered ${total} times, ${gone} were ended`);
}

function ask() {
  const module_ = { exports: {} };
  process.dlopen(module_, workerData.addon);
  const { library } = workerData;
  for (let i = 0; i < QUESTIONS; i++) {
    const question = { library, keepsDriver: i % 3 === 0, progress: null };
    const asked = i % 2 === 0 ? module_.exports.discover(question) : module_.exports.observe(question);
    asked.then((answer) => parentPort.postMessage(JSON.parse(answer).kind));
  }
}
