import { spawnSync } from 'node:child_process';
import { requireTool } from './require-tool.ts';

/** The Python that has what is trained with. */
export const PYTHON = process.env['RANKPLAN_TEST_PYTHON'] ?? 'python3';

/** Whether what trains can run; in CI it must. */
export const hasTorch = requireTool(
  'torch',
  spawnSync(PYTHON, ['-c', 'import torch.distributed']).status === 0,
  'pip install torch, or set RANKPLAN_TEST_PYTHON',
);
