s/performance-ranked/explicit/
s/order: block/ranks: [lab1:0-1, dgx01]/
