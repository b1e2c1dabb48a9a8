import {
  createApplication,
  createReaders,
  createSessions,
  requireResult,
} from '../lib/application.mjs'
import { PLAIN, requestHeaders } from '../lib/configurations.mjs'
import { figures } from '../lib/method.mjs'
import { ours } from '../lib/library.mjs'
import { PERSON } from '../lib/values.mjs'

const ID = 'P-14'

/** @type {import('../lib/row.d.ts').Part} */
const again = {
  async run(run) {
    run.progress('the same cookie again')
    const { token, cookies } = await createSessions(ours, PLAIN, { bytes: 200, count: 1 })
    const headers = requestHeaders(PLAIN, cookies[0])
    const auth = createApplication(ours, PLAIN)
    const { read } = createReaders(token)
    const variants = { floor: () => read(headers), ours: () => auth.session({ headers }) }
    await requireResult(variants, PERSON.email)
    const measured = await figures(variants, run.smoke)
    return [
      {
        id: ID,
        what: 'session read',
        configuration: 'the same cookie again',
        ...measured,
        target: { floor: { slices: 0.4, batches: 0.4 } },
      },
    ]
  },
}

/** @type {import('../lib/row.d.ts').Figure} */
export const figure = { id: ID, title: 'The same cookie again in one process', parts: [again] }
