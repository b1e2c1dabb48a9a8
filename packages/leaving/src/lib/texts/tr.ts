import type { LeavingTexts } from './en.ts'

export const texts: LeavingTexts = {
  locale: 'tr',
  data: 'Verilerimi indir',
  dataLead:
    'Hakkınızda sakladıklarımızı içeren bir dosya: hesabınız, oturum açma yöntemleriniz ve açık oturumlarınız.',
  download: 'İndir',
  delete: 'Hesabımı sil',
  deleteLead:
    'Hesabınız, oturum açma yöntemleriniz ve hakkınızda sakladıklarımız silinir. Tüm oturumlarınız kapatılır.',
  until:
    'Son tarih: {date}. O zamana kadar oturum açarak hesabınızı koruyabilirsiniz. Sonrasında geri alınamaz.',
  atOnce: 'Hemen gerçekleşir ve geri alınamaz.',
  sure: 'Hesabımı silmek istiyorum',
  unsure: 'Hesabınızı silmek için kutuyu işaretleyin.',
  leaving: 'Hesabınız {date} tarihinde silinecek',
  signedOut:
    'Tüm oturumlarınız kapatıldı. Hesabınızı korumak için {date} tarihinden önce oturum açın.',
  deleted: 'Hesabınız silindi.',
  keep: 'Hesabımı koru',
  kept: 'Hesabınız korunsun mu?',
  leave: 'Hesabı koruma',
  unchanged: 'Hiçbir şey değişmedi',
  unchangedText: 'Hesabınız silinecek. Korumak için yeniden oturum açın.',
  begun: 'Bu hesap siliniyor.',
  notNow: 'Hesabınız şu anda silinemiyor. {why}',
}
