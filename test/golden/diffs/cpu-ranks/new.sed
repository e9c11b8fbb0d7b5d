s/4/2/
$a\  - { hosts: build2, cpuRanks: 2 }
