import type { FastifyInstance } from 'fastify';
import { orderDocumentRoutes } from '#server/api/orders/documents/order-document-routes.ts';
import type { OrdersDependencies } from '#server/api/orders/orders-dependencies.ts';
import { orderPaymentRoute } from '#server/api/orders/payment/order-payment-route.ts';
import { refundRoutes } from '#server/api/orders/refunds/refund-routes.ts';
import { vouchersRoutes } from '#server/api/orders/vouchers/vouchers-routes.ts';
import { customerOrderRoutes, guestOrderLinkRoutes } from './customer-order-routes.ts';
import { orderCorrectionRoutes } from './order-correction-routes.ts';
import { staffOrderRoutes } from './staff-order-routes.ts';

export function ordersRoutes(app: FastifyInstance, dependencies: OrdersDependencies): void {
  customerOrderRoutes(app, dependencies);
  guestOrderLinkRoutes(app, dependencies);
  orderDocumentRoutes(app, dependencies);
  staffOrderRoutes(app, dependencies);
  orderCorrectionRoutes(app, dependencies);
  refundRoutes(app, dependencies);
  orderPaymentRoute(app, dependencies);
  vouchersRoutes(app, dependencies);
}
