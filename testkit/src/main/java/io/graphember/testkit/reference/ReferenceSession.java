// SPDX-License-Identifier: Apache-2.0
package io.graphember.testkit.reference;

import io.graphember.spi.backend.BatchInput;
import io.graphember.spi.backend.Block;
import io.graphember.spi.backend.Dropout;
import io.graphember.spi.backend.Loss;
import io.graphember.spi.backend.MiniBatch;
import io.graphember.spi.backend.ModelSession;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.backend.ParameterLayout;
import io.graphember.spi.backend.SeedPairs;
import io.graphember.spi.backend.StepResult;
import io.graphember.spi.backend.Targets;
import io.graphember.spi.model.Program;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The whole model, layer after layer and back. */
final class ReferenceSession implements ModelSession {
  private final ModelSpec spec;
  private final List<Program> layers;
  private final ParameterLayout layout;
  private boolean closed;

  ReferenceSession(ModelSpec spec) {
    this.spec = spec;
    layers = spec.programs();
    layout = spec.layout();
  }

  @Override
  public ModelSpec spec() {
    return spec;
  }

  @Override
  public StepResult forwardBackward(
      MiniBatch batch,
      Targets targets,
      ByteBuffer parameters,
      ByteBuffer gradients,
      @Nullable ByteBuffer inputGradients) {
    requireOpen();
    spec.requireStepFits(batch, targets, inputGradients != null);
    if (batch.seeds() == 0 || targets.rows(batch) == 0) {
      write(new double[layout.length()], 0, gradients);
      if (inputGradients != null) {
        write(new double[batch.blocks().get(0).sources() * spec.inputDim()], 0, inputGradients);
      }
      return new StepResult(0, 0);
    }
    Pass pass = new Pass(batch, parameters, true);
    double[] rows = pass.forward(batch.input());
    LossPass loss = pass.loss(rows, targets, batch.seeds());
    double[] rowGradients = pass.backward();
    pass.writeGradients(gradients);
    if (inputGradients != null) {
      write(rowGradients, 0, inputGradients);
    }
    return new StepResult(loss.lossSum(), loss.correct());
  }

  @Override
  public void forward(
      MiniBatch batch, ByteBuffer parameters, ByteBuffer logits, @Nullable ByteBuffer embeddings) {
    requireOpen();
    spec.requireFits(batch);
    Pass pass = new Pass(batch, parameters, false);
    write(pass.forward(batch.input()), 0, logits);
    if (embeddings != null) {
      write(Arrays.copyOf(pass.embeddings, batch.seeds() * spec.embeddingDim()), 0, embeddings);
    }
  }

  @Override
  public void score(MiniBatch batch, SeedPairs pairs, ByteBuffer parameters, ByteBuffer scores) {
    requireOpen();
    spec.requireFits(batch);
    spec.requireFits(pairs);
    Pass pass = new Pass(batch, parameters, false);
    write(pass.score(pass.forward(batch.input()), pairs), 0, scores);
  }

  @Override
  public void close() {
    closed = true;
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("the session is closed");
    }
  }

  private static void write(double[] values, int offset, ByteBuffer buffer) {
    for (int i = 0; i < values.length; i++) {
      buffer.putFloat(4 * (offset + i), (float) values[i]);
    }
  }

  /** All layers over one batch; keeps what backward needs. */
  private final class Pass {
    private final List<Block> blocks;
    private final ByteBuffer parameters;
    private final List<ProgramPass> passes = new ArrayList<>();
    private @Nullable ProgramPass decoder; // null until there are pairs
    private double[] embeddings = {};
    private double[] rowGradient = {}; // of the seeds' output rows

    Pass(MiniBatch batch, ByteBuffer parameters, boolean training) {
      blocks = batch.blocks();
      this.parameters = parameters;
      for (int k = 0; k < spec.layers(); k++) {
        Program program = training ? layers.get(k) : layers.get(k).inEvaluation();
        if (k == 0 && batch.input() instanceof BatchInput.Aggregated) {
          program = program.aggregated();
        }
        passes.add(
            new ProgramPass(
                program,
                new Structure(batch.blocks().get(k)),
                weights(parameters, k),
                (stream, rate, length) -> mask(batch.dropoutKey(), stream, rate, length)));
      }
    }

    double[] forward(BatchInput input) {
      double[] rows = first(input);
      for (int k = 1; k < passes.size(); k++) {
        embeddings = rows;
        rows = passes.get(k).forward(rows);
      }
      if (spec.embedsOutput()) {
        embeddings = rows;
      }
      return rows;
    }

    /** The loss of the seeds' output rows; the gradient of these is kept. */
    LossPass loss(double[] rows, Targets targets, int seeds) {
      if (targets.pairs().isEmpty()) {
        LossPass loss = new LossPass(rows, seeds, spec.outputs(), targets);
        rowGradient = loss.gradient();
        return loss;
      }
      SeedPairs pairs = targets.pairs().get();
      if (targets.loss() instanceof Loss.InBatch) {
        ProgramPass decoder = decoder(spec.decoder().queryProgram(spec.outputDim()), pairs);
        TailScores scores = new TailScores(pairs, spec.outputDim(), decoder.forward(rows), rows);
        LossPass loss = new LossPass(scores.forward(), pairs.count(), pairs.count(), targets);
        rowGradient = new double[rows.length];
        double[] ofHeads = decoder.backward(scores.backward(loss.gradient(), rowGradient));
        Arrays.setAll(rowGradient, i -> rowGradient[i] + ofHeads[i]);
        return loss;
      }
      ProgramPass decoder = decoder(spec.decoderProgram(), pairs);
      LossPass loss = new LossPass(decoder.forward(rows), pairs.count(), spec.outputs(), targets);
      rowGradient = decoder.backward(loss.gradient());
      return loss;
    }

    /** Scores of pairs of the seeds. */
    double[] score(double[] rows, SeedPairs pairs) {
      return decoder(spec.decoderProgram(), pairs).forward(rows);
    }

    private ProgramPass decoder(Optional<Program> program, SeedPairs pairs) {
      ProgramPass made =
          new ProgramPass(
              program.orElseThrow(),
              new Structure(blocks.get(blocks.size() - 1).destinations(), pairs),
              weights(parameters, spec.layers()),
              (stream, rate, length) -> new double[length]);
      decoder = made;
      return made;
    }

    private double[] first(BatchInput input) {
      Block block = blocks.get(0);
      if (input instanceof BatchInput.Rows rows) {
        int length = block.sources() * spec.inputDim();
        return passes.get(0).forward(Structure.floats(rows.rows(), length));
      }
      BatchInput.Aggregated both = (BatchInput.Aggregated) input;
      int length = block.destinations() * spec.inputDim();
      return passes
          .get(0)
          .forward(
              Structure.floats(both.self(), length),
              Structure.floats(both.aggregated(), block.destinations() * spec.aggregatedDim()));
    }

    /** The gradient of the input rows. */
    double[] backward() {
      double[] gradient = rowGradient;
      for (int k = passes.size() - 1; k >= 0; k--) {
        gradient = passes.get(k).backward(gradient);
      }
      return gradient;
    }

    void writeGradients(ByteBuffer gradients) {
      double[] sums = new double[layout.length()];
      for (int k = 0; k < passes.size(); k++) {
        addGradients(passes.get(k), k, sums);
      }
      if (decoder != null) {
        addGradients(decoder, spec.layers(), sums);
      }
      write(sums, 0, gradients);
    }

    /** Layers that share a parameter each have a gradient of it. */
    private void addGradients(ProgramPass pass, int layer, double[] sums) {
      List<ParameterLayout.Parameter> weights = layout.of(layer);
      for (int w = 0; w < weights.size(); w++) {
        double[] gradient = pass.weightGradients()[w];
        for (int i = 0; i < gradient.length; i++) {
          sums[weights.get(w).offset() + i] += gradient[i];
        }
      }
    }
  }

  private double[][] weights(ByteBuffer parameters, int layer) {
    List<ParameterLayout.Parameter> weights = layout.of(layer);
    double[][] values = new double[weights.size()][];
    for (int w = 0; w < values.length; w++) {
      ParameterLayout.Parameter weight = weights.get(w);
      values[w] = new double[weight.length()];
      for (int i = 0; i < values[w].length; i++) {
        values[w][i] = parameters.getFloat(4 * (weight.offset() + i));
      }
    }
    return values;
  }

  private static double[] mask(long dropoutKey, int stream, double rate, int length) {
    FloatBuffer mask = FloatBuffer.allocate(length);
    Dropout.fill(dropoutKey, stream, (float) rate, length, mask);
    double[] values = new double[length];
    for (int i = 0; i < length; i++) {
      values[i] = mask.get(i);
    }
    return values;
  }
}
