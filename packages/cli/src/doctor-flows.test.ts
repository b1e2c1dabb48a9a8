import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { cleanUpAfterEach } from '../test/clean-ups.ts'
import { authFile, runFlows, useApplications } from '../test/flow-applications.ts'
import { containing, run } from '../test/run.ts'

const cleanUps = cleanUpAfterEach()

const make = useApplications(cleanUps)

describe('latchstring doctor --flows', () => {
  it('signs in and out at the emulator of a provider that has keys, and says which provider it does not try', async () => {
    const folder = await make({
      'auth.js': authFile(
        '',
        "import Credentials from '@latchstring/core/providers/credentials'",
        'GitHub, Credentials({ credentials: { name: {} }, authorize: () => null })',
      ),
    })
    const { code, out, err } = await runFlows(folder)
    expect({ code, out, err }).toEqual({
      code: 0,
      err: '',
      out: containing(`github
  ok        sign-in page
  ok        POST signin
  ok        authorization
  ok        callback
  ok        session
  ok        home page
  ok        sign-out
credentials
  not tried: no password is known here

Nothing is wrong`),
    })
  }, 60_000)

  it('names the callback that throws, with its line and the reference of the log', async () => {
    const options = "callbacks: { jwt() { throw new Error('no team') } },"
    const folder = await make({ 'auth.js': authFile(options) })
    const { code, out } = await runFlows(folder)
    expect(code).toBe(1)
    expect(out).toContain('  failed    callback\n')
    expect(out).toMatch(/^broken callback-threw auth\.js:6\n.*`jwt` callback threw\.\n/m)
    expect(out).toMatch(/step "callback" \(ref [A-Z\d]{8}\)\..*no team\n/)
  }, 60_000)

  it.each([
    [['--provider', 'github'], {}, '--provider is for --flows alone'],
    [['--email', 'ada@example.com'], {}, '--email is for --flows alone'],
    [['--', 'node', 'server.js'], {}, 'A command after "--" is for --flows alone'],
    [['--flows', '--url', 'http://localhost:3000', '--', 'node'], {}, 'Pass --url'],
    [['--flows', '--url', 'https://app.example.com'], {}, 'on this machine'],
    [['--flows', '--production'], {}, 'leave out --production'],
    [['--flows'], { NODE_ENV: 'production' }, 'unset NODE_ENV'],
  ])('refuses %j with %j', async (argv, env, says) => {
    const { code, err, out } = await run(['doctor', ...argv], { folder: await make(), env })
    expect({ code, err, out }).toEqual({ code: 1, err: containing(says), out: '' })
  })

  it('connects to this machine for a name below localhost, whatever a resolver says of it', async () => {
    const hosts = new Set<string | undefined>()
    const server = createServer(({ headers: { host } }, response) => {
      hosts.add(host)
      response.setHeader('content-type', 'application/json').end('{}')
    }).listen(0, 'localhost')
    cleanUps.push(() => void server.close())
    await once(server, 'listening')
    // A server of TCP has an address with a port.
    const host = `app.localhost:${(server.address() as AddressInfo).port}`
    const { out } = await runFlows(await make(), ['--url', `http://${host}`], [])
    expect(out).toContain('no-sign-in-tried')
    expect([...hosts]).toEqual([host])
  })

  it('ends where a killed process stays as a zombie, as in a container that reaps none', async () => {
    // The parent of the first `sleep` leaves the group, and does not wait for its child.
    const orphan = 'sh -c "sleep 60 & exec setsid sleep 30" >/dev/null 2>&1 &'
    const began = performance.now()
    const { code, out } = await runFlows(await make(), [], ['--', 'sh', '-c', `${orphan} exit 3`])
    expect({ code, out }).toEqual({ code: 1, out: containing('broken application-ended') })
    expect(performance.now() - began).toBeLessThan(25_000)
  }, 60_000)

  it('says how to name the command where package.json starts nothing', async () => {
    const folder = await make({ 'package.json': '{ "name": "app" }' })
    const { code, err } = await run(['doctor', '--flows'], { folder })
    expect({ code, err }).toEqual({ code: 1, err: containing('doctor --flows -- COMMAND') })
  })
})
