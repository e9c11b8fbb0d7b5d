/** Longer than this, and the text is too much for a page. */
const DEADLINE_MS = 10_000;

/**
 * Asks a worker, made of the text of the page's own engine. Only the newest question counts; a worker that is at an older
 * one, or at one for too long, is ended, and the next question starts another.
 */
export function startCompiler(show) {
  const source = document.getElementById('engine').textContent;
  const url = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
  let worker = null;
  let timer;
  let id = 0;

  function end() {
    worker?.terminate();
    worker = null;
    clearTimeout(timer);
    timer = undefined;
  }

  function begin() {
    const begun = new Worker(url);
    begun.onmessage = ({ data }) => {
      if (data.id !== id) return;
      clearTimeout(timer);
      timer = undefined;
      show(data);
    };
    begun.onerror = (event) => {
      event.preventDefault();
      if (worker === begun) end();
      show({ error: 'the compiler stopped: the topology is too large for this page' });
    };
    return begun;
  }

  return (question) => {
    // The worker is still at an older question.
    if (timer !== undefined) end();
    worker ??= begin();
    id++;
    worker.postMessage({ id, ...question });
    timer = setTimeout(() => {
      end();
      const limit = `${DEADLINE_MS / 1000} s`;
      show({ error: `no answer within ${limit}: take the command for a topology of this size` });
    }, DEADLINE_MS);
  };
}
