import { basename } from 'node:path';

interface Frame {
  readonly file: string;
  readonly line: string;
  readonly name: string;
}

export interface MainStack {
  /** `load_data, h.py:8`: the innermost frame of the user's own files, else the innermost one. */
  readonly where: string;
  /** The main thread is in a collective, or waits for the store or the GPU. */
  readonly waits: boolean;
  /** It is in the autograd engine, which computes as well as it waits. */
  readonly isBackward: boolean;
  readonly text: string;
}

/** Frames of libraries: what a program waits for is called by the frame of its own. */
const LIBRARY = /\/(site|dist)-packages\/|\/lib(64)?\/python[\d.]+\/|^<frozen /;

/** Of PyTorch, without what it writes to disks. */
const COLLECTIVE = /\/torch\/(distributed\/(?!checkpoint\/)|nn\/parallel\/distributed\.py)/;
/** Between a collective and what it calls; the autograd engine calls those of DDP. */
const BETWEEN = /\/torch\/(_ops\.py|utils\/|autograd\/|_tensor\.py|cuda\/)/;
const BACKWARD = '_engine_run_backward';
const GPU_WAIT = /\/torch\/cuda\/(__init__|streams)\.py$/;

/** Reads what Python's faulthandler writes of all threads, the main one last; null if it has no frame. */
export function readStack(text: string): MainStack | null {
  const last = text.slice(text.lastIndexOf('hread 0x'));
  const frames = [...last.matchAll(/^ {2}File "(.*)", line (\d+) in (.*)$/gm)].map(
    ([, file = '', line = '', name = '']): Frame => ({ file, line, name }),
  );
  const [innermost] = frames;
  if (innermost === undefined) return null;
  const own = frames.find(({ file }) => !LIBRARY.test(file));
  return {
    where: wordFrames(innermost, own),
    waits: isWaiting(frames),
    isBackward: innermost.name === BACKWARD,
    text: frames.map(({ file, line, name }) => `${file}:${line} ${name}`).join('\n'),
  };
}

const wordFrame = ({ file, line, name }: Frame): string => `${name}, ${basename(file)}:${line}`;

function wordFrames(innermost: Frame, own: Frame | undefined): string {
  if (own === undefined || own === innermost) return wordFrame(innermost);
  return `${wordFrame(own)}, in ${wordFrame(innermost)}`;
}

function isWaiting(frames: readonly Frame[]): boolean {
  const [innermost] = frames;
  const first = frames.find(({ file }) => !BETWEEN.test(file));
  return (
    (first !== undefined && COLLECTIVE.test(first.file)) ||
    (innermost !== undefined && (innermost.name === BACKWARD || isGpuWait(innermost)))
  );
}

const isGpuWait = ({ file, name }: Frame): boolean => GPU_WAIT.test(file) && name === 'synchronize';
