s/gpusPerRank: 2/gpusPerRank: 3/
s/exclude:.*/exclude: ["lab2:0"]/
