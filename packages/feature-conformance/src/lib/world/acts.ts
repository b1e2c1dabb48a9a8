import type { FeatureAction } from '@latchstring/core/features'
import type { GivenInputs } from '../options.ts'
import type { Answer, Browser, Sending } from './browser.ts'
import type { Member, World } from './world.ts'

/** An action by its word. */
export interface Act {
  readonly word: string
  readonly action: FeatureAction
}

/** The actions of a feature. */
export const actsOf = ({ feature }: Pick<World, 'feature'>): readonly Act[] =>
  Object.entries(feature.actions ?? {}).map(([word, action]) => ({ word, action }))

/** Whether an action needs more than a session: a sign-in that waits, or a proof by mail. */
export const needsMore = ({ action: { session } }: Act): boolean =>
  session === 'pending' || session === 'proof'

/** The path of an action. */
export const pathOf = ({ feature }: Pick<World, 'feature'>, word: string): string =>
  `/auth/${feature.name}/${word}`

const withQuery = (path: string, inputs: GivenInputs): string => {
  const query = new URLSearchParams(
    Object.entries(inputs).map(([name, value]) => [name, String(value)]),
  )
  return query.size === 0 ? path : `${path}?${query}`
}

/** Sends a request to an action, as a page or a program of its kind does. */
export function act(
  world: World,
  { word, action }: Act,
  { browser, inputs }: { readonly browser: Browser; readonly inputs: GivenInputs },
  sending: Sending = {},
): Promise<Answer> {
  const path = pathOf(world, word)
  if (action.kind === 'page') return browser.get(withQuery(path, inputs), sending)
  return browser.post(path, inputs, { csrf: action.kind === 'change', ...sending })
}

/** A browser with what an action wants: the session of a user, or a sign-in that waits. */
export async function browserFor(world: World, { action }: Act, member: Member): Promise<Browser> {
  if (action.session !== 'pending') return member.browser.copy()
  await world.hold(member)
  const browser = world.openBrowser()
  await browser.signIn('oauth', member.person)
  return browser
}

/** The rows of the tables of the feature, as text. */
export const rowsOf = ({ feature, store }: World): readonly string[] =>
  (feature.tables ?? []).flatMap((table) =>
    store.rows(table).map((values) => `${table.name} ${JSON.stringify(values)}`),
  )

/** The rows that have to do with a user. */
export const rowsWith = (world: World, { user, canary, person }: Member): readonly string[] =>
  rowsOf(world).filter((row) => [user.id, canary, person.email].some((text) => row.includes(text)))

/** What is found in a text of what belongs to a user, unless it was sent. */
export function findOf(
  { user, canary, person }: Member,
  text: string,
  sent: GivenInputs = {},
): string | undefined {
  const given = Object.values(sent).map(String)
  const names = { id: user.id, canary, email: person.email, name: person.name }
  return Object.entries(names).find(
    ([, value]) => text.includes(value) && !given.some((one) => one.includes(value)),
  )?.[0]
}

/** Runs the actions of a user, and goes back to where the user had the most rows: what one action has stored, another one drops. */
export async function fill(world: World, member: Member): Promise<void> {
  let restore = world.store.keep()
  let cookies = new Map(member.browser.cookies)
  let most = 0
  for (const one of actsOf(world)) {
    if (needsMore(one) || world.endsSession(one.word)) continue
    for (const inputs of world.inputsOf(one.word, member)) {
      await act(world, one, { browser: member.browser, inputs })
      const { length } = rowsWith(world, member)
      if (length < most) continue
      most = length
      restore = world.store.keep()
      cookies = new Map(member.browser.cookies)
    }
  }
  restore()
  // A session that was made anew went back with its row; that of a token did not.
  if ((await member.browser.session()) !== 'null') return
  member.browser.cookies.clear()
  for (const [name, value] of cookies) member.browser.cookies.set(name, value)
}

/** Runs the actions of a user, all but those of a sign-in that waits, some times each. */
export async function actAsMember(
  world: World,
  member: Member,
  { times = 1, accept = 'text/html' }: { readonly times?: number; readonly accept?: string } = {},
): Promise<readonly (Answer & Act)[]> {
  const answers: (Answer & Act)[] = []
  for (const one of actsOf(world)) {
    if (needsMore(one)) continue
    for (let time = 0; time < times; time += 1) {
      for (const inputs of world.inputsOf(one.word, member)) {
        const answer = await act(world, one, { browser: member.browser, inputs }, { accept })
        answers.push({ ...answer, ...one })
      }
    }
  }
  return answers
}
