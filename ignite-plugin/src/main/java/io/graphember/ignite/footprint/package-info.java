// SPDX-License-Identifier: Apache-2.0
/** Memory outside the heap that jobs and engines of a node may take. */
package io.graphember.ignite.footprint;
