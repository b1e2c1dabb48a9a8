// What comes with discovery, loaded together.
export { readDocument } from './discovery-document.ts'
export { remoteKeys } from './remote-keys.ts'
