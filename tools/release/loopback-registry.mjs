/** A registry on loopback, to which packages are published before they are published. */
import { execFileSync, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from '../root.mjs'
import { Failure, wasInterrupted } from '../run.mjs'
import { endProcess, findFreePort } from '../servers/private-server.mjs'

/** @typedef {{ readonly url: string, readonly userConfig: string, readonly stop: () => Promise<void> }} Registry */

/** The folder of its program. */
export const REGISTRY = 'tools/release/registry'

/** Ours are kept here and asked nowhere else; the rest is fetched from where npm fetches it on this machine. */
/** @type {(folder: string, upstream: string) => string} */
const configuration = (folder, upstream) => `storage: ${folder}/storage
auth: { htpasswd: { file: ${folder}/htpasswd } }
uplinks: { upstream: { url: ${upstream} } }
packages:
  '@latchstring/*': { access: $all, publish: $all }
  create-latchstring: { access: $all, publish: $all }
  '**': { access: $all, proxy: upstream }
max_body_size: 50mb
log: { type: stdout, format: pretty, level: error }
`

/** @type {(url: string) => Promise<boolean>} */
async function answers(url) {
  try {
    return (await fetch(`${url}/-/ping`)).ok
  } catch {
    return false
  }
}

const findUpstream = () =>
  execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim()

/** @type {(folder: string) => Promise<Registry>} */
export async function startRegistry(folder) {
  const [port, config] = [await findFreePort(), join(folder, 'config.yaml')]
  const url = `http://127.0.0.1:${port}`
  writeFileSync(config, configuration(folder, findUpstream()))
  const program = join(root, REGISTRY, 'node_modules/verdaccio/bin/verdaccio')
  const child = spawn(process.execPath, [program, '--config', config, '--listen', url], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const stop = () => endProcess(child, ['SIGTERM', 'SIGKILL'])
  while (!(await answers(url))) {
    if (child.exitCode !== null) throw new Failure('The registry ended; what it says is above.')
    if (wasInterrupted()) throw new Failure('Interrupted.')
    await sleep(100)
  }
  const userConfig = join(folder, 'npmrc')
  // npm wants a token before it publishes; this registry takes any.
  writeFileSync(userConfig, `registry=${url}/\n//127.0.0.1:${port}/:_authToken=rehearsal\n`)
  return { url, userConfig, stop }
}

/**
 * Variables with which npm fetches ours from a registry, and the rest, of which it has most already, from where it fetches it
 * otherwise.
 */
/** @type {(registry: Registry) => Record<string, string>} */
export function scopedEnv(registry) {
  const userConfig = `${registry.userConfig}-scoped`
  writeFileSync(userConfig, `@latchstring:registry=${registry.url}/\n`)
  const others = { npm_config_registry: findUpstream(), npm_config_prefer_offline: 'true' }
  return { ...npmEnv(registry), ...others, npm_config_userconfig: userConfig }
}

/** Variables of the `npm run` around this program would win over the configuration of the registry. */
/** @type {(registry: Registry) => Record<string, string>} */
export const npmEnv = ({ url, userConfig }) => ({
  npm_config_userconfig: userConfig,
  npm_config_registry: `${url}/`,
  npm_config_audit: 'false',
  npm_config_fund: 'false',
})
