import type { ProcessEnvironment } from '../terminal.ts'

/** Milliseconds between two looks at the parent. */
const EVERY = 500

/**
 * Ends this program, as SIGTERM does, when the package manager that started it is gone: `npm exec` and `npm run` end by a signal
 * without handing it on to what they started.
 *
 * @returns stops looking
 */
export function endWithPackageManager(env: ProcessEnvironment['env']): () => void {
  // Of any other parent it is not known whether the program is to outlive it, as under `nohup`.
  if (env['npm_command'] === undefined && env['npm_lifecycle_event'] === undefined) return () => {}
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, EVERY)
  timer.unref()
  return () => clearInterval(timer)
}
