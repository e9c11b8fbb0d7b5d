$a\  worldSize: 8
