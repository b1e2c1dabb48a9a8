import type { LeavingTexts } from './en.ts'

export const texts: LeavingTexts = {
  locale: 'zh-Hans',
  data: '下载我的数据',
  dataLead: '一个文件，包含我们保存的与您有关的信息：您的账号、登录方式和登录设备。',
  download: '下载',
  delete: '删除我的账号',
  deleteLead: '这将删除您的账号、登录方式以及我们保存的与您有关的信息。您将在所有设备上退出登录。',
  until: '在{date}之前，您可以改变主意：登录并保留账号。之后将无法撤销。',
  atOnce: '删除立即生效，且无法撤销。',
  sure: '我要删除我的账号',
  unsure: '请勾选复选框以删除账号。',
  leaving: '您的账号将于{date}删除',
  signedOut: '您已在所有设备上退出登录。如要保留账号，请在{date}之前登录。',
  deleted: '您的账号已删除。',
  keep: '保留我的账号',
  kept: '要保留账号吗？',
  leave: '不保留',
  unchanged: '没有任何更改',
  unchangedText: '您的账号将被删除。如要保留，请重新登录。',
  begun: '此账号正在删除。',
  notNow: '目前无法删除您的账号。{why}',
}
