import type {
  AccountChange,
  AskedSignIn,
  Feature,
  FeatureGate,
  GateAnswer,
} from '@latchstring/core/features'

/** What a door does. */
export interface DoorOptions {
  /** Default: `door`. */
  readonly name?: string
  /** Default: `assure`. */
  readonly phase?: FeatureGate['phase']
  /** What its gate answers. Default: a step until it was done. */
  readonly answer?: (signIn: AskedSignIn) => GateAnswer | Promise<GateAnswer>
  /** By which change its step ends sessions of the user. Default: by none. */
  readonly ends?: AccountChange
}

/** A gate that writes down what it was asked, and whose word opens it. */
export interface Door {
  readonly feature: Feature
  /** Every question, in order. */
  readonly asked: readonly AskedSignIn[]
}

/** What opens every door. */
export const WORD = 'sesame'

const untilDone = ({ done }: AskedSignIn): GateAnswer => (done ? 'pass' : { step: 'knock' })

/** Makes a gate that has no table of its own. */
export function createDoor({
  name = 'door',
  phase = 'assure',
  answer = untilDone,
  ends,
}: DoorOptions = {}): Door {
  const asked: AskedSignIn[] = []
  const feature: Feature = {
    name,
    ...(ends && { needs: ['endings'] }),
    texts: { title: 'Knock', word: 'Word', wrong: 'That is wrong.', closed: 'It is closed.' },
    errors: { wrong: { status: 400, text: 'wrong' }, closed: { status: 403, text: 'closed' } },
    gate: {
      phase,
      load: async () => ({
        ask({ signIn }) {
          asked.push(signIn)
          return answer(signIn)
        },
      }),
    },
    actions: {
      knock: {
        kind: 'page',
        session: 'pending',
        load: async () => ({
          run: ({ text, user }) => ({
            page: {
              title: text('title'),
              lead: user?.id ?? '',
              blocks: [
                {
                  kind: 'form',
                  action: 'say',
                  fields: [{ name: 'word', label: text('word') }],
                  submit: text('title'),
                },
              ],
            },
          }),
        }),
      },
      say: {
        kind: 'change',
        session: 'pending',
        step: 'knock',
        inputs: { word: { kind: 'text' } },
        load: async () => ({
          run: ({ inputs }) =>
            inputs['word'] === WORD
              ? { passed: ['kba'], ...(ends && { ends }) }
              : { refused: 'wrong', page: 'knock' },
        }),
      },
    },
  }
  return { feature, asked }
}
