// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.transport;

import io.graphember.graph.rows.RowRequest;
import io.graphember.graph.rows.RowSource;
import io.graphember.graph.rows.SumRequest;
import io.graphember.jobs.live.LiveJob;
import io.graphember.jobs.live.RowKind;
import io.graphember.jobs.node.NodeThreads;
import io.graphember.memory.RowMatrix;
import io.graphember.spi.CsrRows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;

/**
 * Rows over Ignite: calls to the owning node with replies of up to {@value #PIECE_BYTES} bytes, a
 * method call on this one.
 */
final class RemoteRowSource implements RowSource {
  private static final int PIECE_BYTES = 4 << 20;

  private final NodeCalls calls;
  private final LiveJob job;
  private final Hosts hosts;
  private final OwnerCalls owners;
  private final LongSupplier batch;
  private final RowKind kind;
  private final int dim;

  /** The rows of a job as seen from this node. */
  RemoteRowSource(NodeCalls calls, LiveJob job, LongSupplier batch, RowKind kind) {
    this.calls = calls;
    this.job = job;
    this.hosts = new Hosts(job.owners().now(), calls.self());
    this.owners = new OwnerCalls(calls, job.owners());
    this.batch = batch;
    this.kind = kind;
    this.dim = job.rowDim(kind);
  }

  @Override
  public int dim() {
    return dim;
  }

  @Override
  public int hosts() {
    return hosts.count();
  }

  @Override
  public int host(int partition) {
    return hosts.ofPartition(partition);
  }

  @Override
  public CompletableFuture<List<float[]>> fetch(int host, List<RowRequest> requests) {
    if (hosts.isSelf(host)) {
      return RemotePartitionClient.here(() -> job.rows(kind, requests));
    }
    List<float[]> replies = new ArrayList<>(requests.size());
    List<CompletableFuture<Void>> pieces = new ArrayList<>();
    int perPiece = Math.max(1, PIECE_BYTES / (4 * dim));
    for (RowRequest request : requests) {
      float[] reply = new float[Math.multiplyExact(request.rows().length, dim)];
      replies.add(reply);
      for (int from = 0; from < request.rows().length; from += perPiece) {
        int to = Math.min(request.rows().length, from + perPiece);
        pieces.add(fetch(hosts.node(host), request, from, to, reply));
      }
    }
    return CompletableFuture.allOf(pieces.toArray(CompletableFuture[]::new))
        .thenApply(done -> replies);
  }

  @Override
  public boolean sparse() {
    return job.sparse(kind);
  }

  @Override
  public CompletableFuture<List<CsrRows>> fetchSparse(int host, List<RowRequest> requests) {
    if (hosts.isSelf(host)) {
      return RemotePartitionClient.here(() -> job.sparseRows(kind, requests));
    }
    final int perPiece = Math.max(1, PIECE_BYTES / (4 * job.graph().sparseRowFloats()));
    List<CompletableFuture<CsrRows>> replies = new ArrayList<>(requests.size());
    for (RowRequest request : requests) {
      List<CompletableFuture<CsrRows>> pieces = new ArrayList<>();
      for (int from = 0; from < request.rows().length; from += perPiece) {
        int to = Math.min(request.rows().length, from + perPiece);
        RowRequest piece =
            new RowRequest(request.partition(), Arrays.copyOfRange(request.rows(), from, to));
        pieces.add(
            owners
                .send(
                    hosts.node(host), List.of(piece), RowRequest::partition, this::carrySparseRows)
                .thenApply(rows -> rows.get(0)));
      }
      replies.add(
          pieces.size() == 1
              ? pieces.get(0)
              : all(pieces).thenApply(parts -> CsrRows.joined(parts, dim)));
    }
    return all(replies);
  }

  private static <T> CompletableFuture<List<T>> all(List<CompletableFuture<T>> parts) {
    return CompletableFuture.allOf(parts.toArray(CompletableFuture[]::new))
        .thenApply(done -> parts.stream().map(CompletableFuture::join).toList());
  }

  private CompletableFuture<List<CsrRows>> carrySparseRows(UUID node, List<RowRequest> requests) {
    if (node.equals(calls.self())) {
      return RemotePartitionClient.here(() -> job.sparseRows(kind, requests));
    }
    return calls
        .send(
            node,
            NodeThreads.STORAGE_EXECUTOR,
            new SparseRowCall(job, batch.getAsLong(), kind, requests.toArray(RowRequest[]::new)))
        .thenApply(
            answers -> {
              List<CsrRows> rows = new ArrayList<>();
              for (int i = 0; i < answers.length; i++) {
                job.work().moved(requests.get(i).bytes() + 4L * answers[i].length);
                rows.add(SparseAnswer.rows(answers[i], requests.get(i).rows().length, dim));
              }
              return rows;
            });
  }

  private CompletableFuture<Void> fetch(
      UUID node, RowRequest request, int from, int to, float[] reply) {
    RowRequest piece =
        new RowRequest(request.partition(), Arrays.copyOfRange(request.rows(), from, to));
    return owners
        .send(node, List.of(piece), RowRequest::partition, this::carryRows)
        .thenAccept(
            rows -> System.arraycopy(rows.get(0), 0, reply, from * dim, rows.get(0).length));
  }

  private CompletableFuture<List<float[]>> carryRows(UUID node, List<RowRequest> requests) {
    if (node.equals(calls.self())) {
      return RemotePartitionClient.here(() -> job.rows(kind, requests));
    }
    requests.forEach(
        request -> job.work().moved(request.bytes() + 4L * request.rows().length * dim));
    return calls
        .send(
            node,
            NodeThreads.STORAGE_EXECUTOR,
            new RowCall(job, batch.getAsLong(), kind, requests.toArray(RowRequest[]::new)))
        .thenApply(List::of);
  }

  @Override
  public CompletableFuture<List<float[]>> sum(int host, List<SumRequest> requests) {
    return owners.send(hosts.node(host), requests, SumRequest::partition, this::carrySums);
  }

  private CompletableFuture<List<float[]>> carrySums(UUID node, List<SumRequest> requests) {
    if (node.equals(calls.self())) {
      return RemotePartitionClient.here(() -> job.sums(requests));
    }
    requests.forEach(request -> job.work().moved(request.bytes() + 4L * request.sums() * dim));
    return calls
        .send(
            node,
            NodeThreads.STORAGE_EXECUTOR,
            new SumCall(job, batch.getAsLong(), requests.toArray(SumRequest[]::new)))
        .thenApply(List::of);
  }

  @Override
  public boolean mirrored() {
    return kind == RowKind.VERTICES && job.mirrored();
  }

  @Override
  public Optional<RowMatrix> resident(int partition) {
    return hosts.isSelf(host(partition)) ? job.rowsInPlace(kind, partition) : Optional.empty();
  }
}
