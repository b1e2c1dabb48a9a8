import { PassThrough } from 'node:stream'
import { openSqlAdapter } from '@latchstring/adapter-sql'
import { expect, onTestFinished, test } from 'vitest'
import { main } from '../../packages/cli/src/lib/main.ts'
import { BASE, createApp, STRATEGIES } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { makeDatabaseFolder } from '@latchstring/test-kit/database-folder'
import { askForMail } from '@latchstring/test-kit/mail-app'
import { passwords, signInWithPassword, storePeople } from '@latchstring/test-kit/people'
import { createLetterBox } from './src/letters.ts'

/** Runs the program `latchstring`, which has to succeed. */
async function latchstring(...argv: readonly string[]): Promise<void> {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()]
  const surroundings = { stdin, stdout, stderr, env: {}, cwd: () => '/' }
  expect(await main(argv, surroundings)).toBe(0)
}

const isSignedIn = async (browser: Browser): Promise<boolean> =>
  (await (await browser.open(`${BASE}/session`)).text()) !== 'null'

test.each(STRATEGIES)(
  'Sessions of the strategy %s are over within the window after `latchstring revoke`, and new ones are not (REV-16)',
  async (strategy) => {
    const url = `file:${makeDatabaseFolder()}/data.db`
    const adapter = openSqlAdapter(url, { sessionControl: true })
    onTestFinished(() => adapter.close())
    await adapter.migrate()
    await storePeople(adapter)
    let now = Date.now()
    const box = createLetterBox()
    const app = createApp(
      {
        adapter,
        providers: [passwords(), box.provider],
        session: strategy === 'jwt' ? { strategy, revocation: { window: 30 } } : { strategy },
      },
      { clock: () => now },
    )
    const pass = (): void => void (now += 31_000)
    const [ada, grace] = [
      await signInWithPassword(app.openBrowser(), 'ada'),
      await signInWithPassword(app.openBrowser(), 'grace'),
    ]
    // By the clock of the machine, which the program has.
    await askForMail(app.openBrowser())
    await latchstring('revoke', '--user', 'id-of-ada', '--url', url)
    pass()
    expect([await isSignedIn(ada), await isSignedIn(grace)]).toEqual([false, true])
    const again = await signInWithPassword(app.openBrowser(), 'ada')
    expect(await isSignedIn(again)).toBe(true)
    await latchstring('revoke', '--all', '--reason', 'secret-leak', '--yes', '--url', url)
    pass()
    expect([await isSignedIn(again), await isSignedIn(grace)]).toEqual([false, false])
    // What was in progress is over as well.
    const { headers } = await app.openBrowser().open(box.lastLink().url)
    expect(headers.get('location')).toContain('error=Verification')
    expect(await isSignedIn(await signInWithPassword(app.openBrowser(), 'grace'))).toBe(true)
  },
)
