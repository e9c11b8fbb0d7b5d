import { afterAll, beforeAll } from 'vitest';
import type { PlanNode } from '../../../../src/generated/plan.ts';
import { type Cluster, type ClusterOptions, startCluster } from './cluster.ts';

/** A cluster that the tests of a block share: it starts before the first of them, and stops after the last. */
export function useCluster(nodes: readonly PlanNode[], options: ClusterOptions): () => Cluster {
  let cluster: Cluster | undefined;
  beforeAll(async () => {
    cluster = await startCluster(nodes, options);
  });
  afterAll(() => cluster?.stop());
  return () => {
    if (cluster === undefined) throw new Error('the cluster is asked for before the first test');
    return cluster;
  };
}
