export const rows = String.raw`
REV-05 The smallest generation of a key is given.
  adapters/drizzle/src/lib/control.ts
  - desc(column('generation'))
  + column('generation')
  adapters/drizzle/src/conformance.test.ts
LIM-08 A point is spent from an empty budget.
  adapters/drizzle/src/lib/spend.ts
  - sql\`\${start} <= \${now + burst - interval}\`
  + sql\`true\`
  adapters/drizzle/src/conformance.test.ts
LNK-04 Two users get one address.
  adapters/dynamodb/src/lib/update-user.ts
  - newClaim(id, pending)
  + newClaim(id)
  adapters/dynamodb/src/interleavings.test.ts
LNK-03 A repeated write is taken for a conflict with another writer.
  adapters/dynamodb/src/lib/users.ts
  - if (await table.put(item, { equal: mark })) return
  +
  adapters/dynamodb/src/dynamodb-adapter.test.ts
LIM-08 A point is spent from an empty budget.
  adapters/mongodb/src/lib/control.ts
  - , $lte: now + burst - interval
  +
  adapters/mongodb/src/fake-conformance.test.ts
REV-05 The feed is read from a secondary that is behind.
  adapters/mongodb/src/lib/control.ts
  - , readPreference: 'primary' as const
  +
  adapters/mongodb/src/fake-mongodb-adapter.test.ts
LIM-08 A point is spent from an empty budget.
  adapters/prisma/src/lib/spend.ts
  - , lte: now + burst - interval
  +
  adapters/prisma/src/conformance.test.ts
PERF-16 A linked account moves to another user.
  adapters/redis/src/lib/cluster-scripts.ts
  - if holder and holder ~= ARGV[2] then return holder end
  +
  adapters/redis/src/interleavings.test.ts
PERF-16 A token of a session that is in use is given again.
  adapters/redis/src/lib/cluster-scripts.ts
  - if redis.call('SETNX', KEYS[1], ARGV[1]) == 0 then return 0 end
  + redis.call('SET', KEYS[1], ARGV[1])
  adapters/redis/src/interleavings.test.ts
PERF-16 A user is visible before the write is confirmed.
  adapters/redis/src/lib/script.ts
  - return exists(user) and not redis.call('HGET', user, '#state')
  + return exists(user)
  adapters/redis/src/interleavings.test.ts
PERF-16 Of two requests that move an expiry both do.
  adapters/redis/src/lib/script.ts
  - if redis.call('HGET', record, 'expires') ~= '@' .. from then return 0 end
  + if not exists(record) then return 0 end
  adapters/redis/src/interleavings.test.ts
SES-13 An authenticator of another user is deleted.
  adapters/sql/src/lib/authenticators.ts
  - authenticators.delete({ credentialID, userId })
  + authenticators.delete({ credentialID })
  adapters/sql/src/layouts.test.ts
ALT-07 Statements of the SQL adapter compare keys as the collation of the column does.
  adapters/sql/src/lib/keys.ts
  - : sql\`\${found} and \${sameBytes(dialect, stored, sql\`\${text}\`)}\`
  + : found
  adapters/sql/src/look-alikes.test.ts
ALT-07 The SQL adapter keeps a session whose token only looks like the one to keep.
  adapters/sql/src/lib/sessions.ts
  - query.where(sql<boolean>\`not (\${having({ sessionToken: except })})\`)
  + query.where(codec.columnName('sessionToken'), '!=', except)
  adapters/sql/src/look-alikes.test.ts
LNK-04 A free key is taken by another writer between look-up and write.
  adapters/unstorage/src/lib/guard.ts
  - run: queue.run,
  + run: (_key, work) => work(),
  adapters/unstorage/src/single-writer.test.ts
SES-11 A session that was ended can be used for as long as another call still writes it.
  adapters/unstorage/src/lib/queue.ts
  - const result = (last.get(key) ?? Promise.resolve()).then(work)
  + const result = work()
  adapters/unstorage/src/session-writes.test.ts
`
