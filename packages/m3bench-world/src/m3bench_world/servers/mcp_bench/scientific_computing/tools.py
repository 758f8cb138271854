"""The 26 tools: stored tensors, linear algebra, vector calculus and plots."""

from __future__ import annotations

from typing import Annotated, Any

from m3bench.servers.kit import Answer, BadArgument, Proof, Server, about, to_picture
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.mcp_bench.declared import declared, read_optional
from m3bench_world.servers.mcp_bench.scientific_computing import algebra, arrays, calculus, plotting
from m3bench_world.servers.mcp_bench.scientific_computing.store import Store

server = Server(
    "Scientific Computing",
    "Store matrices and vectors by name and compute with them; vector calculus in symbols; plots.",
    sources=("arithmetic",),
    proof=Proof("gradient", {"f_str": "x**2 + y*z"}),
)

Name = Annotated[str, about("Name of a stored tensor.")]
First = Annotated[str, about("Name of the first stored tensor.")]
Second = Annotated[str, about("Name of the second stored tensor.")]
Formula = Annotated[str, about("A formula in x, y and z, such as 'x**2 + y*sin(z)'.")]
Field = Annotated[str, about("A vector field, such as '[x*y, y*z, z*x]'.")]
Point = Annotated[Any, declared("array", "Where to evaluate: [x, y, z].", items={"type": "number"})]


def _pair(context: ToolContext, name_a: str, name_b: str) -> tuple[Any, Any]:
    store = Store(context.files)
    return store.get(name_a, "name_a"), store.get(name_b, "name_b")


def _same_shape(context: ToolContext, name_a: str, name_b: str) -> tuple[Any, Any]:
    left, right = _pair(context, name_a, name_b)
    if left.shape != right.shape:
        raise BadArgument(
            "name_b", f"shapes {list(left.shape)} and {list(right.shape)} differ; they must be equal"
        )
    return left, right


@server.tool(read_only=False)
def create_tensor(
    context: ToolContext,
    shape: Annotated[list[int], declared("array", "Sizes of the axes: [3] or [2, 3].", minItems=1)],
    values: Annotated[list[float], declared("array", "All values, row by row.", minItems=1)],
    name: Annotated[str, about("Name to store it under; a tensor of that name is replaced.")],
) -> Answer:
    """Store a vector, matrix or tensor under a name, for the other tools."""
    store = Store(context.files)
    store.put(name, shape, values)
    return Answer(arrays.show(store.get(name)))


@server.tool
def view_tensor(context: ToolContext, name: Name) -> Answer:
    """Show a stored tensor."""
    return Answer(arrays.show(Store(context.files).get(name)))


@server.tool(read_only=False)
def delete_tensor(context: ToolContext, name: Name) -> Answer:
    """Remove a stored tensor."""
    left = Store(context.files).delete(name)
    return Answer(f"Deleted '{name}'. Stored now: {', '.join(left) or 'nothing'}.")


@server.tool
def add_matrices(context: ToolContext, name_a: First, name_b: Second) -> Answer:
    """Add two tensors of the same shape. The result is shown, not stored."""
    left, right = _same_shape(context, name_a, name_b)
    return Answer(arrays.show(left + right))


@server.tool
def subtract_matrices(context: ToolContext, name_a: First, name_b: Second) -> Answer:
    """Subtract the second tensor from the first. The result is shown, not stored."""
    left, right = _same_shape(context, name_a, name_b)
    return Answer(arrays.show(left - right))


@server.tool
def multiply_matrices(context: ToolContext, name_a: First, name_b: Second) -> Answer:
    """Multiply two matrices, or a matrix and a vector. The result is shown, not stored."""
    return Answer(arrays.show(algebra.multiply(*_pair(context, name_a, name_b))))


@server.tool(read_only=False)
def scale_matrix(
    context: ToolContext,
    name: Name,
    scale_factor: Annotated[float, about("What every value is multiplied by.")],
    in_place: Annotated[bool, about("Whether the stored tensor is replaced by the result.")] = True,
) -> Answer:
    """Multiply a stored tensor by a number."""
    store = Store(context.files)
    tensor = store.get(name)
    scaled = arrays.scaled(tensor, scale_factor)
    if in_place:
        store.put(name, list(scaled.shape), scaled.ravel().tolist())
    return Answer(arrays.show(scaled))


@server.tool
def matrix_inverse(context: ToolContext, name: Name) -> Answer:
    """The inverse of a square matrix. The result is shown, not stored."""
    return Answer(arrays.show(algebra.inverse(Store(context.files).get(name))))


@server.tool
def transpose(context: ToolContext, name: Name) -> Answer:
    """A stored tensor with its axes in reverse order. The result is shown, not stored."""
    return Answer(arrays.show(Store(context.files).get(name).T))


@server.tool
def determinant(context: ToolContext, name: Name) -> Answer:
    """The determinant of a square matrix."""
    return Answer(arrays.scalar(algebra.determinant(Store(context.files).get(name))))


@server.tool
def rank(context: ToolContext, name: Name) -> Answer:
    """The rank of a matrix: how many of its rows are independent."""
    return Answer(algebra.rank(Store(context.files).get(name)))


@server.tool
def compute_eigen(context: ToolContext, name: Name) -> Answer:
    """Eigenvalues from the largest down, and unit eigenvectors as columns in the same order."""
    values, vectors = algebra.eigen(Store(context.files).get(name))
    return Answer({"eigenvalues": arrays.show(values), "eigenvectors": arrays.show(vectors)})


@server.tool
def qr_decompose(context: ToolContext, name: Name) -> Answer:
    """Q and R of a matrix, with the diagonal of R not negative."""
    q, r = algebra.orthogonal_triangular(Store(context.files).get(name))
    return Answer({"q": arrays.show(q), "r": arrays.show(r)})


@server.tool
def svd_decompose(context: ToolContext, name: Name) -> Answer:
    """Singular value decomposition: u, the singular values s, and v_t."""
    u, s, v_t = algebra.singular_values(Store(context.files).get(name))
    return Answer({"u": arrays.show(u), "s": arrays.show(s), "v_t": arrays.show(v_t)})


@server.tool
def find_orthonormal_basis(context: ToolContext, name: Name) -> Answer:
    """An orthonormal basis of the column space, as a list of vectors that change_basis takes."""
    return Answer(algebra.orthonormal_basis(Store(context.files).get(name)))


@server.tool
def change_basis(
    context: ToolContext,
    name: Name,
    new_basis: Annotated[list[list[float]], about("The basis vectors, each a list of numbers.")],
) -> Answer:
    """A square matrix or a vector in another basis. The result is shown, not stored."""
    return Answer(arrays.show(algebra.in_basis(Store(context.files).get(name), new_basis)))


@server.tool
def vector_project(
    context: ToolContext,
    name: Name,
    new_vector: Annotated[list[float], about("The vector to project onto.")],
) -> Answer:
    """The projection of a stored vector onto another vector."""
    return Answer(arrays.show(algebra.projection(Store(context.files).get(name), new_vector)))


@server.tool
def vector_dot_product(context: ToolContext, name_a: First, name_b: Second) -> Answer:
    """The dot product of two stored vectors."""
    return Answer(arrays.scalar(algebra.dot_product(*_pair(context, name_a, name_b))))


@server.tool
def vector_cross_product(context: ToolContext, name_a: First, name_b: Second) -> Answer:
    """The cross product of two stored vectors of three numbers."""
    return Answer(arrays.show(algebra.cross_product(*_pair(context, name_a, name_b))))


@server.tool
def gradient(f_str: Formula) -> Answer:
    """The gradient of a formula, in symbols. Divergence and curl take the result as it is."""
    return Answer(calculus.gradient(f_str))


@server.tool
def curl(f_str: Field, point: Point = None) -> Answer:
    """The curl of a vector field in symbols, and its value at a point if one is given."""
    return Answer(calculus.curl(f_str, read_optional(point, list[float], "point")))


@server.tool
def divergence(f_str: Field, point: Point = None) -> Answer:
    """The divergence of a vector field in symbols, and its value at a point if one is given."""
    return Answer(calculus.divergence(f_str, read_optional(point, list[float], "point")))


@server.tool
def laplacian(
    f_str: Annotated[str, about("A formula, or a field such as '[x**2, y**2, z**2]' with is_vector.")],
    is_vector: Annotated[bool, about("Whether f_str is a vector field.")] = False,
) -> Answer:
    """The Laplacian of a formula, or of each component of a field, in symbols."""
    return Answer(calculus.laplacian(f_str, is_vector=is_vector))


@server.tool
def directional_deriv(
    f_str: Formula,
    u: Annotated[list[float], about("The direction, such as [1, 1, 1].")],
    unit: Annotated[bool, about("Whether the direction is scaled to length 1 first.")] = True,
) -> Answer:
    """The derivative of a formula along a direction, in symbols."""
    return Answer(calculus.along(f_str, u, unit=unit))


@server.tool
def plot_vector_field(
    f_str: Field,
    bounds: Annotated[Any, declared("string", "xmin,xmax,ymin,ymax,zmin,zmax.")] = (-1, 1, -1, 1, -1, 1),
    n: Annotated[int, about("Arrows along each axis, 2 to 16.")] = 10,
) -> Answer:
    """A picture of a vector field as arrows in a box."""
    image, said = plotting.plot_field(f_str, bounds, n)
    return Answer(said, pictures=(to_picture(image),))


_LIMITS: dict[str, Any] = {
    "minItems": 2,
    "maxItems": 2,
    "prefixItems": [{"type": "integer"}, {"type": "integer"}],
}


@server.tool
def plot_function(
    expr_str: Annotated[str, about("A formula in x (a curve), or in x and y (a surface).")],
    xlim: Annotated[Any, declared("array", "Lowest and highest x.", **_LIMITS)] = (-5, 5),
    ylim: Annotated[Any, declared("array", "Lowest and highest y.", **_LIMITS)] = (-5, 5),
    grid: Annotated[Any, declared("string", "Points along an axis, 2 to 2000.")] = 200,
) -> Answer:
    """A picture of a function: a curve in the window of xlim and ylim, or a surface over it."""
    image, said = plotting.plot_formula(expr_str, xlim, ylim, grid)
    return Answer(said, pictures=(to_picture(image),))
