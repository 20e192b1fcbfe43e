import type { FastifyInstance } from 'fastify';
import { customerOrderRoutes, guestOrderLinkRoutes } from './customer-order-routes.ts';
import { orderCorrectionRoutes } from './order-correction-routes.ts';
import { orderDocumentRoutes } from './order-document-routes.ts';
import { orderPaymentRoute } from './order-payment-route.ts';
import type { OrdersDependencies } from './orders-dependencies.ts';
import { refundRoutes } from './refund-routes.ts';
import { staffOrderRoutes } from './staff-order-routes.ts';
import { vouchersRoutes } from './vouchers-routes.ts';

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
