// SPDX-License-Identifier: Apache-2.0
package io.graphember.client;

import com.fasterxml.jackson.core.type.TypeReference;
import io.graphember.client.api.Json;
import io.graphember.client.api.load.LoadState;
import io.graphember.client.api.load.TablesReport;
import io.graphember.client.api.load.TablesRequest;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import java.util.List;
import java.util.function.Supplier;

/**
 * A load from tables of the cluster: if its node is lost, another one begins it again, once it is
 * known how many rows there are, and if they are all still there.
 */
final class TablesAccess extends MovingAccess {
  private final boolean repeatable;
  private TablesRequest request;
  private boolean begun;

  /**
   * A load that has not begun.
   *
   * @param repeatable false of what would be there twice if it was done twice
   */
  TablesAccess(
      Supplier<ServiceAccess> nodes,
      TablesRequest request,
      boolean repeatable,
      Cancellation cancellation) {
    super(nodes, cancellation);
    this.request = request;
    this.repeatable = repeatable;
  }

  @Override
  void take(ServiceAccess node) {
    final String text = Json.write(request);
    final ServiceAccess.Taken<Long> taken =
        node.take(s -> s.loadTables(text), new TypeReference<Long>() {});
    taken(taken.by(), taken.answer());
    begun = true;
  }

  @Override
  LoadState state() {
    final LoadState state = steadily(super::state);
    if (state.phase().equals("receive") && state.total() > 0) {
      request = request.of(state.total());
    }
    return state;
  }

  /**
   * A load that no node takes is refused at once. What a node that is lost has read is not read
   * again where nobody knows how much it was.
   */
  @Override
  boolean mayPass(GraphemberException failure) {
    return begun && repeatable && request.rows() > 0 && super.mayPass(failure);
  }

  @Override
  void drop(RuntimeException cause) {
    if (begun) {
      super.drop(cause);
    }
  }

  /** What was seen of the tables; nothing if the node was lost behind its work. */
  TablesReport report() {
    try {
      return ask((service, load) -> service.tablesReport(load), new TypeReference<>() {});
    } catch (GraphemberException e) {
      if (super.mayPass(e)) {
        return new TablesReport(List.of(), List.of());
      }
      throw e;
    }
  }
}
