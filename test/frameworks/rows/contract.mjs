import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installed } from '../../../tools/run.mjs'

/**
 * What vitest writes of a run.
 *
 * @typedef {object} Report
 * @property {readonly { readonly message: string, readonly assertionResults: readonly Result[] }[]} testResults
 *
 * @typedef {{ readonly status: string, readonly fullName: string, readonly failureMessages: readonly string[] }} Result
 */

const CONFIG = join(import.meta.dirname, '../../contract/host.config.ts')

/**
 * Runs the contract in a process that has the application in it, by the Node.js that the application has.
 *
 * @param {{ readonly program: string, readonly folder: string, readonly host: string, readonly application: string }} from
 * @returns {Promise<Report>}
 */
async function runContract({ program, folder, host, application }) {
  const results = await mkdtemp(join(tmpdir(), 'latchstring-contract-'))
  const file = join(results, 'results.json')
  const args = ['run', '--config', CONFIG, '--reporter=json', `--outputFile=${file}`]
  const env = {
    ...process.env,
    CONTRACT_HOST: host,
    CONTRACT_APPLICATION: join(folder, application),
  }
  try {
    /** @type {string} */
    const said = await new Promise((resolve) => {
      // It ends with 1 where a test fails, which the report says too.
      const command = [installed('vitest'), ...args]
      execFile(program, command, { env, maxBuffer: 1e8 }, (_error, stdout, stderr) =>
        resolve(stdout + stderr),
      )
    })
    const report = await readFile(file, 'utf8').catch((error) => {
      throw new Error(`The contract did not run: ${said}`, { cause: error })
    })
    return /** @type {Report} */ (JSON.parse(report))
  } finally {
    await rm(results, { recursive: true })
  }
}

/** @type {readonly import('../types.d.ts').Row[]} */
export const contract = [
  {
    id: 'U2',
    name: 'Every test of the contract passes over the package, in one process with the application',
    needs: ['contract'],
    async run(_server, { host, folder, program = process.execPath }) {
      assert.ok(host.contract, 'the host names no application for the contract')
      const { testResults } = await runContract({
        program,
        folder,
        host: host.id,
        application: host.contract,
      })
      const results = testResults.flatMap(({ assertionResults }) => assertionResults)
      const failed = results.filter(({ status }) => status !== 'passed')
      const titles = failed.map(({ fullName }) => fullName).join(' | ')
      const said = failed.flatMap(({ failureMessages }) => failureMessages).join('\n')
      const where = testResults.map(({ message }) => message).join('\n')
      assert.equal(failed.length, 0, `${failed.length} tests fail: ${titles}\n${said}`)
      assert.ok(results.length > 200, `only ${results.length} tests ran. ${where}`)
      const otherwise = results.filter(({ fullName }) => fullName.includes('otherwise: ')).length
      return `${results.length - otherwise} pass, ${otherwise} otherwise`
    },
  },
]
