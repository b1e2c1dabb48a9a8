import type { LeavingTexts } from './en.ts'

export const texts: LeavingTexts = {
  locale: 'fr',
  data: 'Télécharger mes données',
  dataLead:
    'Un fichier avec ce que nous conservons à votre sujet\u00a0: votre compte, vos méthodes de connexion et vos sessions ouvertes.',
  download: 'Télécharger',
  delete: 'Supprimer mon compte',
  deleteLead:
    'Votre compte, vos méthodes de connexion et ce que nous conservons à votre sujet seront supprimés. Toutes vos sessions seront fermées.',
  until:
    'Vous pouvez changer d’avis jusqu’au {date}\u00a0: connectez-vous et gardez votre compte. Ensuite, ce sera irréversible.',
  atOnce: 'La suppression est immédiate et irréversible.',
  sure: 'Je veux supprimer mon compte',
  unsure: 'Cochez la case pour supprimer votre compte.',
  leaving: 'Votre compte sera supprimé le {date}',
  signedOut:
    'Toutes vos sessions sont fermées. Pour garder votre compte, connectez-vous avant le {date}.',
  deleted: 'Votre compte a été supprimé.',
  keep: 'Garder mon compte',
  kept: 'Garder votre compte\u00a0?',
  leave: 'Ne pas le garder',
  unchanged: 'Rien n’a changé',
  unchangedText: 'Votre compte sera supprimé. Pour le garder, connectez-vous de nouveau.',
  begun: 'Ce compte est en cours de suppression.',
  notNow: 'Votre compte ne peut pas être supprimé pour le moment. {why}',
}
