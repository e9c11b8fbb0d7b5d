s/performance-ranked/sequential/
/order:/d
