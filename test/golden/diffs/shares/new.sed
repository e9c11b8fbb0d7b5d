s/score: 100/score: 80/
