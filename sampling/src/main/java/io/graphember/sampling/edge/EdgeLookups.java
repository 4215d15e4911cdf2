// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.edge;

import io.graphember.memory.array.IntArray;
import io.graphember.memory.array.LongArray;
import io.graphember.sampling.engine.Exchange;
import io.graphember.sampling.engine.PartitionClient;
import io.graphember.sampling.engine.Replies;
import io.graphember.sampling.op.Direction;
import io.graphember.sampling.op.EdgeRule;
import io.graphember.sampling.op.Frontier;
import io.graphember.sampling.op.Routes;
import java.util.Arrays;

/**
 * Questions whether edges exist, put to every partition that has edges of their first vertex. Keeps
 * scratch; used by one thread at a time.
 */
public final class EdgeLookups {
  private final PartitionClient client;
  private final Replies replies;
  private final Direction direction;
  private final IntArray[] questions;
  private final IntArray[] vertices;
  private final LongArray[] others;
  private final IntArray[] edgeTypes;
  private boolean typed; // some question is of one type

  /** Without a question. */
  public EdgeLookups(PartitionClient client, Replies replies, Direction direction) {
    this.client = client;
    this.replies = replies;
    this.direction = direction;
    this.questions = new IntArray[client.partitions()];
    this.vertices = new IntArray[questions.length];
    this.others = new LongArray[questions.length];
    this.edgeTypes = new IntArray[questions.length];
    for (int p = 0; p < questions.length; p++) {
      questions[p] = new IntArray(64);
      vertices[p] = new IntArray(64);
      others[p] = new LongArray(64);
      edgeTypes[p] = new IntArray(64);
    }
  }

  public void clear() {
    for (int p = 0; p < questions.length; p++) {
      questions[p].size = 0;
      vertices[p].size = 0;
      others[p].size = 0;
      edgeTypes[p].size = 0;
    }
    typed = false;
  }

  /**
   * Asks about a pair.
   *
   * @param frontier has the routes of the first vertex
   * @param number the first vertex
   * @param other id of the second one
   * @param edgeType type of the edge, or {@link EdgeRule#ANY_TYPE}
   * @param question where the answer goes
   */
  public void ask(Frontier frontier, int number, long other, int edgeType, int question) {
    final int first = frontier.routeStarts.values[number];
    for (int r = first; r < first + frontier.routeCounts.values[number]; r++) {
      final long place = frontier.routes.places.values[r];
      ask(Routes.partition(place), Routes.local(place), other, edgeType, question);
    }
  }

  /**
   * Asks one partition about a pair.
   *
   * @param vertex local number of the first vertex
   * @param other id of the second one
   * @param edgeType type of the edge, or {@link EdgeRule#ANY_TYPE}
   * @param question where the answer goes
   */
  public void ask(int partition, int vertex, long other, int edgeType, int question) {
    questions[partition].add(question);
    vertices[partition].add(vertex);
    others[partition].add(other);
    edgeTypes[partition].add(edgeType);
    typed |= edgeType != EdgeRule.ANY_TYPE;
  }

  /** Sets the flags of those questions whose edge exists. */
  public void answer(boolean[] found) {
    EdgeLookup[] requests = new EdgeLookup[questions.length];
    Arrays.setAll(
        requests,
        p ->
            new EdgeLookup(
                p,
                direction,
                typed ? edgeTypes[p].toArray() : new int[0],
                vertices[p].toArray(),
                others[p].toArray()));
    EdgeLookup.Reply[] answers =
        Exchange.run(
            client.hosts(),
            client::host,
            requests.length,
            p -> questions[p].size == 0 || client.resident(p).isPresent() ? null : requests[p],
            client::ask,
            () -> {
              for (int p = 0; p < requests.length; p++) {
                if (questions[p].size > 0 && client.resident(p).isPresent()) {
                  set(p, requests[p].answer(client.resident(p).get()), found);
                }
              }
            },
            EdgeLookup.Reply[]::new,
            reply -> replies.await(reply, "edges that were looked up"));
    for (int p = 0; p < requests.length; p++) {
      if (answers[p] != null) {
        set(p, answers[p], found);
      }
    }
  }

  private void set(int p, EdgeLookup.Reply reply, boolean[] found) {
    boolean[] here = reply.found(questions[p].size);
    for (int i = 0; i < here.length; i++) {
      found[questions[p].values[i]] |= here[i];
    }
  }
}
