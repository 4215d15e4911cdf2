// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.cluster;

import io.graphember.jobs.cluster.ResultWriter;
import java.util.function.Supplier;
import org.apache.ignite.IgniteDataStreamer;

/** Results by Ignite's data streamer. */
final class StreamedResults<V> implements ResultWriter<V> {
  private final IgniteDataStreamer<Object, V> streamer;

  /** Streams through ordinary puts, so that backups are exact if a node goes. */
  StreamedResults(IgniteDataStreamer<Object, V> streamer) {
    this.streamer = streamer;
    streamer.allowOverwrite(true);
  }

  @Override
  public boolean writes() {
    return true;
  }

  @Override
  public void add(Object key, Supplier<V> value) {
    streamer.addData(key, value.get());
  }

  @Override
  public void complete() {
    streamer.close(false);
  }

  @Override
  public void close() {
    streamer.close(true);
  }
}
