// SPDX-License-Identifier: Apache-2.0
package io.graphember.backend.tf;

import io.graphember.spi.backend.Loss;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.backend.ParameterLayout;
import io.graphember.spi.model.Program;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.tensorflow.Graph;
import org.tensorflow.Operand;
import org.tensorflow.Output;
import org.tensorflow.Result;
import org.tensorflow.Session;
import org.tensorflow.Tensor;
import org.tensorflow.op.Ops;
import org.tensorflow.op.core.Placeholder;
import org.tensorflow.op.linalg.MatMul;
import org.tensorflow.proto.ConfigProto;
import org.tensorflow.types.TFloat32;

/** A whole model of one form in a graph of its own, with loss and gradients if it is trained. */
final class PassGraph implements AutoCloseable {
  private static final Feed INPUT = new Feed(0, Feed.Part.INPUT, 0);

  private final Graph graph = new Graph();
  private final Ops tf = Ops.create(graph);
  private final Placeholders placeholders;
  private final List<Program> programs;
  private final Session session;

  private final Operand<TFloat32> logits;
  private final Operand<TFloat32> embeddings;
  private final Operand<TFloat32> outputs;
  private final List<Output<?>> step = new ArrayList<>();
  private final List<ParameterLayout.Parameter> trained = new ArrayList<>();
  private final List<Output<?>> inputGradients = new ArrayList<>();

  /**
   * Builds the graph.
   *
   * @param form of the batches that it is for
   * @param loss any of the form's signature; empty for evaluation
   */
  PassGraph(
      ModelSpec spec,
      ParameterLayout layout,
      PassForm form,
      Optional<Loss> loss,
      ConfigProto configuration) {
    placeholders = new Placeholders(tf, layout);
    programs = new ArrayList<>(form.programs(spec));
    Operand<TFloat32> rows = placeholders.floats(INPUT, Placeholders.ANY, spec.inputDim());
    Operand<TFloat32> before = null;
    for (int k = 0; k < spec.layers(); k++) {
      before = rows;
      rows = ProgramGraph.build(tf, placeholders, k, programs.get(k), rows);
    }
    rows = tf.identity(rows); // what is fed may not be fetched, and may be all there is
    logits = rows;
    embeddings = tf.identity(spec.embedsOutput() ? rows : before);
    if (loss.isPresent() && loss.get() instanceof Loss.InBatch) {
      rows = scoresOfTails(spec, rows);
    } else if (form.scored()) {
      programs.add(spec.decoderProgram().orElseThrow());
      rows = ProgramGraph.build(tf, placeholders, spec.layers(), programs.get(spec.layers()), rows);
    }
    outputs = rows;
    loss.ifPresent(
        l ->
            differentiate(
                new LossGraph(tf, placeholders, Feed.OF_LOSS, l, outputs, spec.outputs()),
                layout,
                !form.aggregated()));
    session = new Session(graph, false, configuration);
  }

  /** To each pair the scores of its head with the tails of all pairs. */
  private Operand<TFloat32> scoresOfTails(ModelSpec spec, Operand<TFloat32> rows) {
    final int decoder = spec.layers();
    programs.add(spec.decoder().queryProgram(spec.outputDim()).orElseThrow());
    Operand<TFloat32> queries =
        ProgramGraph.build(tf, placeholders, decoder, programs.get(decoder), rows);
    Feed tails = new Feed(decoder, Feed.Part.TAILS, 0);
    Operand<TFloat32> ofTails =
        tf.gather(rows, placeholders.ints(tails, Placeholders.ANY), tf.constant(0));
    return tf.linalg.matMul(queries, ofTails, MatMul.transposeB(true));
  }

  private void differentiate(LossGraph loss, ParameterLayout layout, boolean byInput) {
    step.add(loss.sum().asOutput());
    step.add(loss.correct().asOutput());
    Operand<TFloat32> scale = placeholders.floats(new Feed(Feed.OF_LOSS, Feed.Part.SCALE, 0));
    List<Output<?>> by = new ArrayList<>();
    for (int i = 0; i < layout.parameters().size(); i++) {
      ParameterLayout.Parameter parameter = layout.parameters().get(i);
      Placeholder<?> weight = placeholders.all().get(Feed.ofParameter(i));
      if (weight != null) {
        trained.add(parameter);
        if (!parameter.statistic()) {
          by.add(weight.asOutput());
        }
      }
    }
    final int parameters = by.size();
    if (byInput) {
      by.add(placeholders.known(INPUT).asOutput());
    }
    Output<?>[] gradients =
        graph.addGradients(tf.math.mul(loss.sum(), scale).asOutput(), by.toArray(Output<?>[]::new));
    List<Output<?>> all = List.of(gradients);
    Iterator<Output<?>> next = all.subList(0, parameters).iterator();
    for (ParameterLayout.Parameter parameter : trained) {
      step.add(
          parameter.statistic()
              ? placeholders.difference(feed(layout, parameter)).asOutput()
              : next.next());
    }
    inputGradients.addAll(all.subList(parameters, gradients.length));
  }

  private static Feed feed(ParameterLayout layout, ParameterLayout.Parameter parameter) {
    return Feed.ofParameter(layout.parameters().indexOf(parameter));
  }

  /** The programs as they are in the graph, the decoder's last. */
  List<Program> programs() {
    return programs;
  }

  /** The parameters that a step gives gradients of, or differences: what the graph looks at. */
  List<ParameterLayout.Parameter> trained() {
    return trained;
  }

  /**
   * Runs a training step.
   *
   * @param tensors gives what the graph looks at
   * @param withInput true if the gradients of the input are wanted
   * @return the sum of the losses, the number of correct rows, the gradients of {@link #trained()}
   *     parameters, and those of the input
   */
  Result step(Function<Feed, Tensor> tensors, boolean withInput) {
    Session.Runner runner = fed(tensors);
    step.forEach(runner::fetch);
    if (withInput) {
      inputGradients.forEach(runner::fetch);
    }
    return runner.run();
  }

  /** Runs the layers; gives the logits and the embeddings. */
  Result forward(Function<Feed, Tensor> tensors) {
    return fed(tensors).fetch(logits).fetch(embeddings).run();
  }

  /** Runs the layers and the decoder; gives the scores. */
  Result score(Function<Feed, Tensor> tensors) {
    return fed(tensors).fetch(outputs).run();
  }

  private Session.Runner fed(Function<Feed, Tensor> tensors) {
    Session.Runner runner = session.runner();
    placeholders.all().forEach((feed, operand) -> runner.feed(operand, tensors.apply(feed)));
    return runner;
  }

  @Override
  public void close() {
    session.close();
    graph.close();
  }
}
