/count: 4/a\  - hosts: lab2\n    gpus: { count: 1, model: H100 }
s/0, model: H100/&, score: 99/
s/worldSize: 8/worldSize: 7/
$a\  exclude: [dgx01:0]
