// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.embed.completion;

import io.graphember.client.api.Completion;
import io.graphember.client.api.Completions;
import io.graphember.client.api.GraphInfo;
import io.graphember.client.api.TripleQuery;
import io.graphember.client.api.Vector;
import io.graphember.inference.pairs.BestCandidates;
import io.graphember.jobs.cluster.Caches;
import io.graphember.jobs.cluster.ResultWriter;
import io.graphember.jobs.embed.rank.JobTriples;
import io.graphember.jobs.live.LiveJob;
import io.graphember.jobs.train.TrainerRunner;
import io.graphember.jobs.transport.NodeCalls;
import io.graphember.schema.KeyKind;
import io.graphember.spi.triple.End;
import io.graphember.training.embedding.triple.EntityQueries;
import io.graphember.training.job.embedding.CompletionSettings;
import jakarta.inject.Inject;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** Completes triples on a node, with the help of all nodes. Safe for use by several threads. */
final class CompletionRunner {
  /** Questions on their way to all nodes: one is searched for while another is written. */
  private static final int AHEAD = 2;

  private final Caches caches;
  private final NodeCalls calls;

  @Inject
  CompletionRunner(Caches caches, NodeCalls calls) {
    this.caches = caches;
    this.calls = calls;
  }

  /** See {@link CompletionMessages.Find}. */
  static int[] find(LiveJob job, byte[] queries) {
    return new OwnEntities(job).found(GivenQueries.of(job.graph(), queries));
  }

  /**
   * Writes {@link Completions} by {@link TripleQuery}.
   *
   * @param given queries of a client; empty for all entities
   */
  void run(LiveJob job, String cache, byte[] given) {
    final OwnEntities entities = new OwnEntities(job);
    try (JobTriples triples = new JobTriples(caches, calls, job);
        ResultWriter<Completions> writer = caches.writer(cache)) {
      final Pass<?> pass = new Pass<String>(job, triples, writer);
      if (given.length == 0) {
        entities.all(triples.most(), pass);
      } else {
        entities.given(GivenQueries.of(job.graph(), given), triples.most(), pass);
      }
      pass.end();
      writer.complete();
    }
  }

  /** Writes a {@link Vector} for each relation, by its name. */
  void relations(LiveJob job, String cache) {
    final List<GraphInfo.Edges> types = job.graph().edgeTypes();
    try (ResultWriter<Vector> writer = caches.writer(cache)) {
      final float[][] rows = JobTriples.queries(calls, job).relations();
      for (int relation = 0; relation < rows.length; relation++) {
        final float[] row = rows[relation];
        writer.add(types.get(relation).name(), () -> new Vector(row));
      }
      writer.complete();
    }
  }

  /** Questions that are asked one after the other. */
  private static final class Pass<K extends Comparable<K>> implements Consumer<Questions> {
    private final LiveJob job;
    private final JobTriples triples;
    private final ResultWriter<Completions> writer;
    private final CompletionSettings settings;
    private final Deque<Asked> asked = new ArrayDeque<>();

    private record Asked(
        Questions questions, KeyKind keys, List<CompletableFuture<BestEntities>> answers) {}

    Pass(LiveJob job, JobTriples triples, ResultWriter<Completions> writer) {
      this.job = job;
      this.triples = triples;
      this.writer = writer;
      this.settings = job.settings().embed().completion();
    }

    @Override
    public void accept(Questions questions) {
      job.check();
      final int type =
          JobTriples.vertexType(job.graph(), questions.relation(), questions.missing());
      final EntityQueries queries =
          triples
              .queries()
              .of(
                  questions.missing(),
                  questions.relation(),
                  type,
                  questions.ids(),
                  leftOut(questions));
      asked.add(
          new Asked(
              questions,
              job.graph().vertexTypes().get(type).keys(),
              IntStream.range(0, triples.hosts())
                  .mapToObj(host -> triples.ask(host, search(queries)))
                  .toList()));
      while (asked.size() >= AHEAD) {
        write(asked.remove());
      }
    }

    void end() {
      while (!asked.isEmpty()) {
        write(asked.remove());
      }
    }

    private CompletionMessages.Search search(EntityQueries queries) {
      return new CompletionMessages.Search(
          job.plan().job(), job.plan().epoch(), queries, settings.best());
    }

    private long[][] leftOut(Questions questions) {
      return settings.known() == CompletionSettings.Known.OMIT
          ? triples.known().ends(questions.missing(), questions.relation(), questions.ids())
          : new long[questions.ids().length][0];
    }

    private void write(Asked next) {
      final Questions questions = next.questions();
      final List<BestEntities> answers = new ArrayList<>();
      for (CompletableFuture<BestEntities> answer : next.answers()) {
        answers.add(TrainerRunner.replies(job).await(answer, "completions of triples"));
      }
      final Marks marks = marks(questions);
      final BestCandidates<FoundEntity<K>> best =
          new BestCandidates<>(questions.ids().length, settings.best());
      final String relation = job.graph().edgeTypes().get(questions.relation()).name();
      for (int q = 0; q < questions.ids().length; q++) {
        offer(best, q, next.keys(), answers);
        final int query = q;
        final List<Completion> found = new ArrayList<>();
        best.of(q)
            .forEach(
                (entity, score) ->
                    found.add(new Completion(entity.key(), score, marks.of(query, entity.id()))));
        final Object key = questions.keys()[q];
        writer.add(
            questions.missing() == End.TAIL
                ? TripleQuery.tails(key, relation)
                : TripleQuery.heads(relation, key),
            () -> Completions.of(next.keys(), found));
      }
    }

    @SuppressWarnings("unchecked") // what keys are is known when the graph is
    private void offer(
        BestCandidates<FoundEntity<K>> best, int query, KeyKind keys, List<BestEntities> answers) {
      for (BestEntities some : answers) {
        for (int i = some.start(query); i < some.ends()[query]; i++) {
          final FoundEntity<K> found =
              new FoundEntity<>((K) keys.parse(some.keys()[i]), some.ids()[i]);
          best.offer(query, found, some.scores()[i]);
        }
      }
    }

    private Marks marks(Questions questions) {
      if (settings.known() == CompletionSettings.Known.OMIT) {
        return Marks.NONE;
      }
      final long[][] trained =
          triples.known().trained(questions.missing(), questions.relation(), questions.ids());
      final long[][] heldOut =
          triples.known().heldOut(questions.missing(), questions.relation(), questions.ids());
      return (query, id) -> {
        if (Arrays.binarySearch(trained[query], id) >= 0) {
          return Completion.Known.TRAINED;
        }
        return Arrays.binarySearch(heldOut[query], id) >= 0
            ? Completion.Known.HELD_OUT
            : Completion.Known.NEW;
      };
    }

    /** What the graph says of the entities that complete a query. */
    @FunctionalInterface
    private interface Marks {
      Marks NONE = (query, id) -> Completion.Known.NEW;

      Completion.Known of(int query, long id);
    }
  }
}
