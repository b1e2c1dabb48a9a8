/** One process of Vitest with the modules loaded, and the way to tell it what to run. */
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { createVitest } from 'vitest/node'

/** @typedef {import('./hot-tests.mjs').Command} Command */
/** @typedef {import('./hot-tests.mjs').Reply} Reply */
/** @typedef {import('node:net').Socket} Socket */
/** @typedef {import('vitest/node').Vitest} Vitest */

/** @typedef {{ readonly pid: number, ask(command: Command): Promise<Reply> }} Worker */

/** Files in the folder in which all of this runs: the configuration of Vitest, and the empty test that a worker begins with. */
export const CONFIG = 'vitest.mutation.config.ts'
export const FIRST = 'mutation-first.check.ts'

let count = 0

/** @type {(socket: Socket) => Promise<Worker>} */
async function greet(socket) {
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]()
  const { pid } = /** @type {{ pid: number }} */ (JSON.parse(String((await lines.next()).value)))
  return {
    pid,
    async ask(command) {
      socket.write(`${JSON.stringify(command)}\n`)
      const line = await lines.next()
      if (line.done) throw new Error('The process of the tests ended.')
      return /** @type {Reply} */ (JSON.parse(line.value))
    },
  }
}

export class HotVitest {
  /** @type {Vitest | undefined} */
  #vitest
  /** @type {Worker | undefined} */
  #worker
  /** @type {Promise<unknown> | undefined} */
  #run

  /** @type {() => Promise<Vitest>} */
  async #server() {
    if (this.#vitest) return this.#vitest
    this.#vitest = await createVitest('test', {
      config: CONFIG,
      watch: false,
      maxWorkers: 1,
      silent: true,
      reporters: [{}],
    })
    await this.#vitest.standalone()
    return this.#vitest
  }

  /** The test files of the configuration. @type {() => Promise<readonly string[]>} */
  async files() {
    const specifications = await (await this.#server()).globTestSpecifications()
    return specifications.map(({ moduleId }) => moduleId)
  }

  /** @type {() => Promise<Worker>} */
  async #start() {
    count += 1
    const path = join(tmpdir(), `latchstring-mutation-${process.pid}-${count}.sock`)
    const server = createServer().listen(path)
    await once(server, 'listening')
    process.env['LATCHSTRING_MUTATION_SOCKET'] = path
    const vitest = await this.#server()
    const first = vitest.getRootProject().createSpecification(join(process.cwd(), FIRST))
    this.#run = vitest.runTestSpecifications([first])
    const ended = this.#run.then(() => {
      throw new Error(`The tests could not be started: ${this.#errors(vitest)}`)
    })
    const connected = once(server, 'connection')
    // The only argument of this event is a socket.
    const [socket] = /** @type {[Socket]} */ (await Promise.race([connected, ended]))
    ended.catch(() => {})
    server.close()
    rmSync(path, { force: true })
    return greet(socket)
  }

  /** @type {(vitest: Vitest) => string} */
  #errors(vitest) {
    const errors = vitest.state.getUnhandledErrors()
    const modules = vitest.state.getTestModules().flatMap((module) => module.errors())
    return [...errors, ...modules].map((error) => JSON.stringify(error)).join('\n')
  }

  /**
   * Runs tests.
   *
   * @param {Command} command
   * @param {number} [timeout] in milliseconds
   * @returns {Promise<Reply | undefined>} nothing if they hang
   */
  async perform(command, timeout = 600_000) {
    this.#worker ??= await this.#start()
    const late = new AbortController()
    const reply = await Promise.race([
      this.#worker.ask(command),
      setTimeout(timeout, undefined, { signal: late.signal }),
    ])
    late.abort()
    if (reply === undefined) await this.restart()
    return reply
  }

  /** Ends the process; the next command starts another. */
  async restart() {
    const { pid } = this.#worker ?? {}
    this.#worker = undefined
    if (pid !== undefined) process.kill(pid, 'SIGKILL')
    await this.#run?.catch(() => {})
  }

  async stop() {
    await this.restart()
    await this.#vitest?.close()
  }
}
