// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.multilevel;

import java.util.Arrays;

/**
 * Vertices by the gain that a move of theirs is thought to have, the highest first, of one gain the
 * lower vertex. O(log n) an operation; 16 bytes a vertex. Used by one thread.
 */
final class GainHeap {
  private static final int OUTSIDE = -1;

  private final int[] heap;
  private final int[] places; // of each vertex in the heap
  private final long[] gains;
  private int size;

  GainHeap(int vertices) {
    heap = new int[vertices];
    places = new int[vertices];
    gains = new long[vertices];
    Arrays.fill(places, OUTSIDE);
  }

  boolean isEmpty() {
    return size == 0;
  }

  boolean has(int vertex) {
    return places[vertex] != OUTSIDE;
  }

  long gain(int vertex) {
    return gains[vertex];
  }

  /** Gain of the first vertex. */
  long highest() {
    return gains[heap[0]];
  }

  void clear() {
    for (int i = 0; i < size; i++) {
      places[heap[i]] = OUTSIDE;
    }
    size = 0;
  }

  /** Puts a vertex in, or to its new place. */
  void put(int vertex, long gain) {
    gains[vertex] = gain;
    if (places[vertex] == OUTSIDE) {
      places[vertex] = size;
      heap[size++] = vertex;
    }
    sink(rise(places[vertex]));
  }

  /** Takes the first vertex out. */
  int remove() {
    final int first = heap[0];
    places[first] = OUTSIDE;
    size--;
    if (size > 0) {
      heap[0] = heap[size];
      places[heap[0]] = 0;
      sink(0);
    }
    return first;
  }

  private boolean before(int one, int other) {
    return gains[one] > gains[other] || (gains[one] == gains[other] && one < other);
  }

  private int rise(int from) {
    int place = from;
    final int vertex = heap[place];
    while (place > 0 && before(vertex, heap[(place - 1) / 2])) {
      set(place, heap[(place - 1) / 2]);
      place = (place - 1) / 2;
    }
    set(place, vertex);
    return place;
  }

  private void sink(int from) {
    int place = from;
    final int vertex = heap[place];
    while (2 * place + 1 < size) {
      int child = 2 * place + 1;
      if (child + 1 < size && before(heap[child + 1], heap[child])) {
        child++;
      }
      if (!before(heap[child], vertex)) {
        break;
      }
      set(place, heap[child]);
      place = child;
    }
    set(place, vertex);
  }

  private void set(int place, int vertex) {
    heap[place] = vertex;
    places[vertex] = place;
  }
}
