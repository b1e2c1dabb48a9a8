import { createPerson } from '../../../tools/measure/first-sign-in/person.mjs'
import type { GuideKind } from './guide-table.ts'

type Person = ReturnType<typeof createPerson>

/** Where forms for passwords lead: to an action, to a page of the application, or to an action of its framework. */
const PASSWORD_FORM = /credentials|login|enter|\?/

/** Signs in on a page, with a wrong password and with the right one, and expects what each of them leads to. */
async function signIn(
  { fields }: GuideKind,
  person: Person,
  page: string,
  [wrong, right]: readonly [wrong: string, right: string],
): Promise<void> {
  const form = await person.open(page)
  const failed = await person.submit(form, PASSWORD_FORM, { ...fields, password: 'no' })
  if (!failed.html.includes(wrong)) {
    throw new Error(
      `A wrong password leads to ${failed.url} (HTTP ${failed.status}), which does not say "${wrong}":\n${failed.html}`,
    )
  }
  person.expect(await person.submit(form, PASSWORD_FORM, fields), right)
}

/** Visits the home page, the page that asks for a session, the other pages of a guide, and its own sign-in page. */
export async function visitAll(kind: GuideKind, origin: string): Promise<void> {
  const { visitor, account, login, others = [] } = kind
  const [path, says] = account
  const person = createPerson()
  person.expect(await person.open(`${origin}/`), visitor)
  await signIn(kind, person, `${origin}${path}`, ['Reference: ', says])
  for (const [other, text] of others) person.expect(await person.open(`${origin}${other}`), text)
  if (login === undefined) return
  const [page, wrong] = login
  await signIn(kind, createPerson(), `${origin}${page}`, [wrong, says])
}

/** Visits the home page. */
export async function visitHome({ visitor }: GuideKind, origin: string): Promise<void> {
  const person = createPerson()
  person.expect(await person.open(`${origin}/`), visitor)
}
