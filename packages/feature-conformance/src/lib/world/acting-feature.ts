import type { AnyFeature } from '@latchstring/core/features'

/** Name of the feature by which the suite acts for users: one that no other has. */
export const ACTS = 'conformance-desk'

/** Lets everyone act for everyone: what the feature that is tested does then is what is looked at. */
export const actingFeature: AnyFeature = {
  name: ACTS,
  actions: {
    act: {
      kind: 'change',
      session: 'fresh',
      begins: 'acting',
      inputs: { user: { kind: 'text' } },
      load: async () => ({ run: ({ inputs }) => ({ actAs: String(inputs['user']) }) }),
    },
  },
}
