/**
 * What every package but that of Next.js does otherwise than the contract says, with the reason.
 *
 * @type {readonly import('./run.ts').Variance[]}
 */
export const HOST_VARIANCES = [
  {
    title: 'an unknown action is answered to a script with JSON',
    reason:
      'only actions are answered, and the application answers the other paths below the base path in its own way.',
    failure: 'UnknownAction',
  },
  {
    title: 'the configuration function is called without a request by code that has none',
    reason: 'every operation is one of the request that is being served, and the function gets it.',
    failure: 'to be called once with arguments: [ undefined ]',
  },
]
