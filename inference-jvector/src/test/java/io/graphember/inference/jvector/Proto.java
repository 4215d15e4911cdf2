package io.graphember.inference.jvector;
import io.graphember.inference.similar.*;
import io.graphember.schema.Similarity;
import io.graphember.spi.*;
import java.util.*;
public class Proto {
  public static void main(String[] a) throws Exception {
    int n = Integer.parseInt(a[0]), dim = 64, deg = Integer.parseInt(a[1]), beam = Integer.parseInt(a[2]);
    Similarity sim = Similarity.valueOf(a[3]);
    Random r = new Random(1);
    int clusters = Math.max(10, n / 500);
    RowBlocks.Builder b = new RowBlocks.Builder(dim, x -> {});
    float[][] centers = new float[clusters][dim];
    for (float[] c : centers) for (int j = 0; j < dim; j++) c[j] = (float) r.nextGaussian();
    for (int i = 0; i < n; i++) {
      float[] c = centers[r.nextInt(clusters)]; float[] x = new float[dim];
      float l = 0.5f + r.nextFloat();
      for (int j = 0; j < dim; j++) x[j] = l * (c[j] + 0.5f * (float) r.nextGaussian());
      b.add(x);
    }
    RowBlocks rows = b.build();
    var pool = java.util.concurrent.Executors.newCachedThreadPool();
    JVectorBuilder jb = new JVectorBuilder(deg, beam, 100);
    System.gc(); long u0 = Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    long t = System.nanoTime();
    JVectorIndex ix = (JVectorIndex) jb.build(rows, sim, new Workers(pool, 2), Cancellation.NEVER);
    System.out.println("build s " + (System.nanoTime() - t) / 1e9 + " bytes " + ix.bytes() + " est " + jb.bytes(n, dim));
    RowIndex ex = new BlockSearch(rows);
    for (int sb : new int[] {10, 20, 40, 64, 100, 150, 200, 300}) {
      RowIndex s = ix.withBeam(sb);
      int hit = 0; int q = 300; long ns = 0, ens = 0; long[] all = new long[q];
      for (int rep = 0; rep < 2; rep++) { hit = 0; ns = 0; ens = 0;
      for (int i = 0; i < q; i++) {
        int row = (int) ((long) i * n / q);
        float[] v = Arrays.copyOfRange(rows.block(row), rows.start(row), rows.start(row) + dim);
        RowQuery query = new RowQuery(v, sim);
        NearestRows e = new NearestRows(11, Integer::compare), f = new NearestRows(11, Integer::compare);
        long t0 = System.nanoTime(); ex.search(query, e); long t1 = System.nanoTime(); s.search(query, f); long t2 = System.nanoTime();
        ens += t1 - t0; ns += t2 - t1; all[i] = t2 - t1;
        Set<Integer> x = new HashSet<>(); for (int k = 0; k < 11; k++) if (e.row(k) != row) x.add(e.row(k));
        for (int k = 0; k < Math.min(11, f.count()); k++) if (x.contains(f.row(k))) hit++;
      }}
      Arrays.sort(all);
      System.out.printf("beam %d recall %.4f approx us %.1f p99 %.1f exact ms %.2f%n", sb, hit / (10.0 * q), ns / 1e3 / q, all[q*99/100] / 1e3, ens / 1e6 / q);
    }
    pool.shutdown();
  }
}
