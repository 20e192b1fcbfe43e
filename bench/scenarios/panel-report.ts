import { median } from '../load/statistics.ts';
import type { BenchPartReport } from '../report/report.ts';
import type { PanelVisit } from './panel-visits.ts';

/** Factor by which the processor of the browser is slowed down, as an old phone would be. */
export const panelCpuSlowdown = 4;

export function buildPanelVisitsPartReport(visits: readonly PanelVisit[]): BenchPartReport {
  const toSeconds = (milliseconds: number) => milliseconds / 1_000;
  const today = toSeconds(median(visits.map(({ todayMs }) => todayMs)));
  const charts = toSeconds(median(visits.map(({ chartsMs }) => chartsMs)));
  return {
    metrics: { 'panel.todaySeconds': today, 'panel.chartsSeconds': charts },
    sections: [
      {
        title: 'First screen of the admin panel',
        text: [
          `Chromium with an empty cache, its processor slowed down ${panelCpuSlowdown} times. Seconds from the start of the ` +
            'navigation until the figures and tasks of the day are shown, and until the charts are.',
        ],
        columns: ['visit', 'figures s', 'charts s'],
        rows: [
          ...visits.map(({ todayMs, chartsMs }, index) => [index + 1, toSeconds(todayMs), toSeconds(chartsMs)]),
          ['median', today, charts],
        ],
      },
    ],
  };
}
