// `spawn-true.mjs COUNT`: what a launcher in Node does at the least: as many processes, and waiting for them.
import { spawn } from 'node:child_process';

for (let i = 0; i < Number(process.argv[2]); i++) {
  spawn('/bin/true', [], { stdio: 'ignore' }).on('exit', (status) => {
    if (status !== 0) process.exitCode = 1;
  });
}
