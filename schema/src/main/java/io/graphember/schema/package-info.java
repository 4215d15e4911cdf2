// SPDX-License-Identifier: Apache-2.0
/** What a graph is made of: types of vertices and edges, their keys, features and classes. */
@NullMarked
package io.graphember.schema;

import org.jspecify.annotations.NullMarked;
