import type { ChangeAction, ChangeContext, Feature } from '@latchstring/core/features'

/** The code that shows the factor. */
export const CODE = '246810'

/** What a factor does. */
export interface FactorOptions {
  /** Waited for before the code is looked at. */
  readonly before?: (context: ChangeContext) => Promise<unknown>
}

/** A factor that each user has, asked for by no sign-in: a session is made anew where its code is shown. */
export function factorFeature({ before }: FactorOptions = {}): Feature {
  const change = (rest: Partial<ChangeAction> = {}): ChangeAction => ({
    kind: 'change',
    inputs: { code: { kind: 'text' } },
    load: async () => ({
      async run(context) {
        await before?.(context)
        return context.inputs['code'] === CODE
          ? { passed: ['otp', 'mfa'] }
          : { refused: 'wrong', page: 'show' }
      },
    }),
    ...rest,
  })
  return {
    name: 'factor',
    texts: { title: 'Show the factor', code: 'Code', wrong: 'That is wrong.' },
    errors: { wrong: { status: 400, text: 'wrong' } },
    gate: {
      phase: 'assure',
      raises: 'show',
      load: async () => ({ ask: () => 'pass' as const }),
    },
    actions: {
      show: {
        kind: 'page',
        load: async () => ({
          run: ({ text }) => ({
            page: {
              title: text('title'),
              blocks: [
                {
                  kind: 'form',
                  action: 'check',
                  fields: [{ name: 'code', label: text('code') }],
                  submit: text('title'),
                },
              ],
            },
          }),
        }),
      },
      check: change(),
      'check-fresh': change({ session: 'fresh' }),
      'check-acting': change({ actor: 'allowed' }),
      'check-open': change({ session: 'none' }),
    },
  }
}
