import { Box, Card, CardContent, Typography, useTheme } from '@mui/material';
import { type ReactNode, useId } from 'react';
import {
  Bar,
  BarChart,
  CartesianGrid,
  Legend,
  Line,
  LineChart,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { useAdminTexts } from '#client/admin/core/admin-context.tsx';
import { PartBoundary } from '#client/admin/core/PartBoundary.tsx';
import type { TodayOverview } from '#shared/admin/today-contract.ts';

/** The sales and visits of the last 30 days as charts, with their sums as text. */
export default function SalesOverview({ today }: { today: TodayOverview }): ReactNode {
  return (
    <>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: '2fr 1fr' } }}>
        <SalesChart sales={today.sales} />
        <VisitsChart visits={today.visits} />
      </Box>
      <MeasuredText />
    </>
  );
}

/**
 * The element in which the chart library measures texts. The library would add it to the end of the document, outside
 * the landmarks, and a dialog that closes would show it to screen readers.
 */
const MeasuredText = (): ReactNode => (
  <div aria-hidden>
    <span id="recharts_measurement_span" />
  </div>
);

function useDayFormat(): (day: string) => string {
  const { date } = useAdminTexts();
  return (day) => date(day, { day: 'numeric', month: 'short' });
}

interface TodayCardProps {
  title: string;
  children: ReactNode;
}

export function TodayCard({ title, children }: TodayCardProps): ReactNode {
  const id = useId();
  return (
    <Card component="section" aria-labelledby={id} sx={{ mb: 2 }}>
      <CardContent>
        <Typography id={id} component="h2" variant="h3" sx={{ mb: 1 }}>
          {title}
        </Typography>
        <PartBoundary>{children}</PartBoundary>
      </CardContent>
    </Card>
  );
}

function SalesChart({ sales }: { sales: TodayOverview['sales'] }): ReactNode {
  const { t, euros, number } = useAdminTexts();
  const { palette } = useTheme();
  const formatDay = useDayFormat();
  const total = sales.reduce((sum, day) => sum + day.total, 0);
  const before = sales.reduce((sum, day) => sum + day.totalOfYearBefore, 0);
  return (
    <TodayCard title={t('admin-today.sales')}>
      <Typography>{t('admin-today.salesSum', { total: euros(total), before: euros(before) })}</Typography>
      <Box aria-hidden sx={{ mt: 2 }}>
        <ResponsiveContainer width="100%" height={260}>
          <BarChart data={sales} accessibilityLayer={false}>
            <CartesianGrid vertical={false} stroke={palette.divider} />
            <XAxis dataKey="day" tickFormatter={formatDay} minTickGap={24} fontSize={12} />
            <YAxis tickFormatter={(value: number) => number(value)} width={56} fontSize={12} />
            <Tooltip formatter={(value) => euros(Number(value))} labelFormatter={(day) => formatDay(String(day))} />
            <Legend />
            <Bar
              dataKey="totalOfYearBefore"
              name={t('admin-today.yearBefore')}
              fill="#cbbfa6"
              isAnimationActive={false}
            />
            <Bar
              dataKey="total"
              name={t('admin-today.thisYear')}
              fill={palette.primary.main}
              isAnimationActive={false}
            />
          </BarChart>
        </ResponsiveContainer>
      </Box>
    </TodayCard>
  );
}

function VisitsChart({ visits }: { visits: TodayOverview['visits'] }): ReactNode {
  const { t } = useAdminTexts();
  const { palette } = useTheme();
  const formatDay = useDayFormat();
  const total = visits.reduce((sum, day) => sum + day.visits, 0);
  return (
    <TodayCard title={t('admin-today.visits')}>
      <Typography>{t('admin-today.visitsSum', { count: total })}</Typography>
      <Box aria-hidden sx={{ mt: 2 }}>
        <ResponsiveContainer width="100%" height={260}>
          <LineChart data={visits} accessibilityLayer={false}>
            <CartesianGrid vertical={false} stroke={palette.divider} />
            <XAxis dataKey="day" tickFormatter={formatDay} minTickGap={24} fontSize={12} />
            <YAxis allowDecimals={false} width={40} fontSize={12} />
            <Tooltip labelFormatter={(day) => formatDay(String(day))} />
            <Line
              dataKey="visits"
              name={t('admin-today.visits')}
              stroke={palette.primary.main}
              dot={false}
              isAnimationActive={false}
            />
          </LineChart>
        </ResponsiveContainer>
      </Box>
    </TodayCard>
  );
}
