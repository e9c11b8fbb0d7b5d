s/sequential/performance-ranked/
$a\  order: block
