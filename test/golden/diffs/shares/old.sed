$a workload: { globalBatch: 1040 }
