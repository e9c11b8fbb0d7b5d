printf 'version: 1\nname: here\nnodes: [{ hosts: localhost, cpuRanks: 2 }]\nlaunch: { command: ["true"] }\n' |
  rankplan compile - -o out
