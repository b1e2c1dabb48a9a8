/** An identity provider in a process of its own, so that its work does not count as ours. */
import { startIdentityProvider } from '@latchstring/test-idp'
import { CLIENT } from './values.mjs'

const provider = await startIdentityProvider({ clients: [CLIENT], signingAlgorithms: ['RS256'] })

process.on('message', () => {
  const requests = provider.requests.map(({ endpoint }) => endpoint)
  provider.requests.length = 0
  process.send?.({ requests })
})
process.on('disconnect', () => process.exit(0))
process.send?.({ issuer: provider.issuer })
